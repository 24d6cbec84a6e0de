// Builds the client, the demo firms, and the app with a test key.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#tests/server.ts'
import { buildClient } from '#tools/clientBuild.mjs'
import { cargoEnvironment, wrapperFolder } from '#tools/desktop.ts'

export default async function prepare(): Promise<() => void> {
  const built = spawnSync('cargo', ['build', '--locked'], {
    cwd: wrapperFolder,
    stdio: 'inherit',
    env: cargoEnvironment(),
  })
  if (built.status !== 0) throw new Error('cargo could not build the wrapper.')
  await buildClient(process.execPath)
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-desktop-demo-'))
  process.env.PURSUIT_DEMO_COPY = directory
  await (await startServer({ directory })).stop()
  return () => rmSync(directory, { recursive: true, force: true })
}
