// Starts a PostgreSQL for the server tests of a run, and removes it afterwards.
import { startPostgres } from '#tools/postgres.ts'
import { installPrograms } from '#tools/programs.ts'

/** Without one (no apt, no root), the same tests run on the embedded database. */
export default async function startForRun(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return
  try {
    installPrograms(['postgres'])
  } catch (error) {
    console.log(`${(error as Error).message}\nServer tests run on the embedded database instead.`)
    return
  }
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await postgres.stop()
  }
}
