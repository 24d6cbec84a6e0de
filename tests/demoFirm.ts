// Runs once per browser test run: builds the client and creates the demo firms, in PostgreSQL for tests that share a
// server and in a data directory for those with their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from '#tools/clientBuild.mjs'
import { isInstalled } from '#tools/programs.ts'
import { startServer } from './server.ts'
import { makeDemoOnPostgres } from './sharedStoryServer.ts'

export default async function makeDemoFirm(): Promise<() => Promise<void>> {
  await buildClient(process.execPath)
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-demo-'))
  process.env.PURSUIT_DEMO_COPY = directory
  const makeEmbedded = async () => (await startServer({ directory })).stop()
  const hasPostgres = isInstalled('postgres')
  if (!hasPostgres)
    console.log('Each story has a server of its own on the embedded database, because there is no PostgreSQL.')
  const [stopPostgres] = await Promise.all([hasPostgres ? makeDemoOnPostgres() : undefined, makeEmbedded()])
  return async () => {
    await stopPostgres?.()
    rmSync(directory, { recursive: true, force: true })
  }
}
