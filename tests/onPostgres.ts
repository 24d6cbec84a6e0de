// Starts a PostgreSQL for the server tests of a run, and removes it afterwards.
import { startPostgres } from '#tools/postgres.ts'
import { isInstalled, tryInstallPrograms } from '#tools/programs.ts'

/** Without PostgreSQL (no apt, no root), the same tests run on the embedded database. */
export default async function startForRun(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return
  tryInstallPrograms(['postgres'])
  if (!isInstalled('postgres')) {
    console.log('Server tests run on the embedded database, because there is no PostgreSQL.')
    return
  }
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await postgres.stop()
  }
}
