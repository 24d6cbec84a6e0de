// A real PostgreSQL, 15 or later.

import { CannotStart } from '#core/server/cannotStart.ts'
import type { Database, OpenOptions } from '../open.ts'
import { kyselyOn, openPool } from '../pool.ts'
import { Listener } from './listener.ts'

const OLDEST = 150_000

export async function openPostgres(options: OpenOptions & { url: string }): Promise<Database> {
  const limit = options.statementLimit ?? 60_000
  const connection = {
    connectionString: options.url,
    application_name: 'pursuit',
    // Nothing asked here takes as long as compiling it would; a plan that was told to avoid something looks dear enough for it.
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
  }
  const pool = openPool({
    ...connection,
    max: options.poolSize ?? 10,
    keepAlive: true,
    statement_timeout: limit,
    idle_in_transaction_session_timeout: limit,
  })
  const listener = new Listener(connection)
  try {
    const answer = await pool.query<{ version: number }>("select current_setting('server_version_num')::int as version")
    const version = answer.rows[0]?.version ?? 0
    if (version < OLDEST)
      throw new CannotStart(
        `Pursuit needs PostgreSQL 15 or later; the one at the given address is ${Math.floor(version / 10_000)}.`,
      )
  } catch (error) {
    await pool.end()
    if (error instanceof CannotStart) throw error
    throw new CannotStart(whyClosed(error as Error & { code?: string }, options.url), { cause: error })
  }
  return {
    kind: 'postgres',
    db: kyselyOn(pool),
    pool,
    listen: (channel, hear) => listener.listeners.add(channel, hear),
    check: async () => {
      await pool.query('select 1')
    },
    withoutLimit: (work) => work(),
    close: async () => {
      await listener.close()
      if (!pool.ended && !pool.ending) await pool.end()
    },
  }
}

/** What the server said when it was first asked, and what to do about it. */
function whyClosed({ code, message }: Error & { code?: string }, url: string): string {
  const { pathname, username } = new URL(url)
  const [place, role] = [decodeURIComponent(pathname.slice(1)), decodeURIComponent(username)]
  if (code === '3D000') return `There is no database "${place}" on this PostgreSQL. Make it with: createdb ${place}`
  if (code === '28P01')
    return `PostgreSQL does not take the password of the role "${role}". Set the right one in DATABASE_URL.`
  if (code === '28000')
    return `PostgreSQL does not let the role "${role}" in (${message}). Make the role (createuser), or allow it in pg_hba.conf.`
  return `The database can't be reached: ${message || code}. Is DATABASE_URL right, and is it running?`
}
