// PostgreSQL 15 or later, optionally behind a transaction-mode pooler.

import pg from 'pg'
import { noServices } from '#core/server/services.ts'
import { StartupError } from '#core/server/startupError.ts'
import { dialectOf } from '../citus/open.ts'
import { type Dialect, postgresDialect } from '../dialect.ts'
import type { Database, OpenOptions } from '../open.ts'
import { openPool } from '../pool.ts'
import { PostgresListener } from './listener.ts'
import { pastPooler, refusePooler, refuseUnfitPooler, sessionSettings } from './pooler.ts'
import { addressesOf, Primary } from './primary.ts'

const OLDEST = 150_000
/** Milliseconds. See `Database.commits`. */
const COMMIT_LIMIT = 20_000
/** Milliseconds of silence before a connection is probed. */
const KEEP_ALIVE = 10_000

export async function openPostgres(options: OpenOptions & { url: string }): Promise<Database> {
  const limit = options.statementLimit ?? 60_000
  const { directUrl } = options
  const setting = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const primaries = new Map<string, Primary>()
  const placeOf = (url: string) => {
    const primary = primaries.get(url) ?? new Primary(url)
    primaries.set(url, primary)
    return { url: addressesOf(url)[0]!, following: (Client: typeof pg.Client) => primary.clients(Client) }
  }
  const direct = placeOf(directUrl ?? options.url)
  const connection = { ...sessionSettings(direct.url), application_name: 'pursuit' }
  const size = { max: options.poolSize ?? 10, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE }
  const sessions = openPool({
    ...connection,
    ...size,
    following: direct.following,
    statement_timeout: limit,
    idle_in_transaction_session_timeout: limit,
  })
  const pools = new Set([sessions])
  const close = async () => {
    for (const primary of primaries.values()) primary.close()
    for (const pool of pools) if (!pool.ended && !pool.ending) await pool.end()
  }
  let pool = sessions
  let dialect: Dialect = postgresDialect
  try {
    await asking(setting, connection.connectionString, async () => {
      await refuseOld(sessions)
      await refusePooler(sessions, setting)
      dialect = await dialectOf(sessions)
    })
    if (directUrl)
      await asking('DATABASE_URL', options.url, async () => {
        const { url, following } = placeOf(options.url)
        pool = openPool({ connectionString: url, application_name: 'pursuit', ...size, following, isPooled: true })
        pools.add(pool)
        await refuseUnfitPooler(pool, sessions)
      })
  } catch (error) {
    await close()
    throw error
  }
  const commits: Database['commits'] = { limit: COMMIT_LIMIT }
  const listener = new PostgresListener(connection, direct.following(pg.Client))
  return {
    kind: 'postgres',
    dialect,
    pool,
    sessions,
    commits,
    services: noServices(),
    feedListeners: new Set(),
    listen: (channel, hear) => listener.listeners.add(channel, hear),
    check: async () => {
      await pool.query('select 1')
    },
    withoutLimit: async (work) => {
      delete commits.limit
      try {
        return await work()
      } finally {
        commits.limit = COMMIT_LIMIT
      }
    },
    close: async () => {
      await listener.close()
      await close()
    },
  }
}

async function refuseOld(pool: pg.Pool): Promise<void> {
  const answer = await pool.query<{ version: number }>("select current_setting('server_version_num')::int as version")
  const version = answer.rows[0]?.version ?? 0
  if (version < OLDEST)
    throw new StartupError(
      `Pursuit needs PostgreSQL 15 or later. The server at this address runs ${Math.floor(version / 10_000)}.`,
    )
}

/** Turns errors of the first queries into messages. */
async function asking(setting: string, url: string, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(whyClosed(error as Error & { code?: string }, setting, url), { cause: error })
  }
}

function whyClosed({ code, message }: Error & { code?: string }, setting: string, url: string): string {
  const { pathname, username } = new URL(addressesOf(url)[0]!)
  const [place, role] = [decodeURIComponent(pathname.slice(1)), decodeURIComponent(username)]
  if (code === '3D000') return `This PostgreSQL server has no database “${place}”. Create it with: createdb ${place}`
  if (code === '28P01') return `PostgreSQL rejected the password of the role “${role}”. Correct it in ${setting}.`
  if (code === '28000')
    return `PostgreSQL rejected the role “${role}” (${message}). Create the role (createuser), or allow it in pg_hba.conf.`
  if (/unsupported startup parameter/.test(message))
    return `${setting} points to a pooler (${message}). ${pastPooler(setting)}`
  return `Can’t reach the database: ${(message || code || '').replace(/\.$/, '')}. Check ${setting}, and check that the database is running.`
}
