// `npm run distribute -- <DATABASE_URL>` distributes this version's tables over the Citus cluster of that coordinator.
// Pursuit must be stopped.
import pg from 'pg'
import { distribute } from '#core/server/database/citus/distribute.ts'
import { StartupError } from '#core/server/startupError.ts'
import { runCommand } from './archive.ts'

export async function distributeAt(url: string, say: (line: string) => void = () => {}): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'pursuit-distribute' })
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(`Can’t reach the database: ${(error as Error).message}.`, { cause: error })
  }
  try {
    return await distribute(client, say)
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const [url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL] = process.argv.slice(2)
  await runCommand(async () => {
    if (!url)
      throw new StartupError('Say which database: npm run distribute -- postgres://user@coordinator:5432/pursuit')
    return distributeAt(url, console.log)
  })
}
