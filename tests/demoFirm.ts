// Once per run of browser tests: the built client, and a data directory with the demo firms, on a copy of which each test starts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from '#tools/clientBuild.mjs'
import { startServer } from './server.ts'

export default async function makeDemoFirm(): Promise<() => void> {
  await buildClient(process.execPath)
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-demo-'))
  const server = await startServer({ directory })
  await server.stop()
  process.env.PURSUIT_DEMO_COPY = directory
  return () => rmSync(directory, { recursive: true, force: true })
}
