// With a transaction-mode pooler, session settings must apply before anyone connects. The server checks them at
// startup.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { StartupError } from '#core/server/startupError.ts'

/** Compiling takes longer than any query here, but a plan with a discouraged step would trigger it. */
const SETTINGS = '-c timezone=UTC -c datestyle=ISO -c jit=off'
/** Reveals whether settings arrive. Some poolers drop them silently. */
const ARRIVED = 'app.is_direct'

/** Preserves options in the address. */
export function sessionSettings(url: string): { connectionString: string; options: string } {
  const address = new URL(url)
  const own = address.searchParams.get('options')
  address.searchParams.delete('options')
  return {
    connectionString: own === null ? url : address.href,
    options: [own, SETTINGS, `-c ${ARRIVED}=on`].filter(Boolean).join(' '),
  }
}

export const pastPooler = (setting: string): string =>
  setting === 'DATABASE_URL'
    ? 'Set DATABASE_DIRECT_URL to the same database, bypassing the pooler. See “Behind a pooler” in docs/configuration.md.'
    : `Set ${setting} to the PostgreSQL server itself.`

/** With an undeclared pooler, listening and locks would work only by chance. */
export async function refusePooler(pool: pg.Pool, setting: string): Promise<void> {
  const { rows } = await pool.query<{ arrived: string | null }>(`select current_setting($1, true) as arrived`, [
    ARRIVED,
  ])
  if (rows[0]?.arrived !== 'on')
    throw new StartupError(`${setting} points to a pooler that drops session settings. ${pastPooler(setting)}`)
}

/** Both pools must lead to the same database with the same session settings. */
export async function refuseUnfitPooler(pool: pg.Pool, sessions: pg.Pool): Promise<void> {
  if (!(await isSameDatabase(pool, sessions)))
    throw new StartupError(
      'DATABASE_URL and DATABASE_DIRECT_URL point to different databases. Point both to the same one.',
    )
  const { rows } = await pool.query<{ isSet: boolean; me: string; place: string }>(
    `select current_setting('timezone') = 'UTC' and current_setting('datestyle') like 'ISO%' and current_setting('jit') = 'off'
        and current_setting('statement_timeout') <> '0' and current_setting('idle_in_transaction_session_timeout') <> '0' as "isSet",
      quote_ident(session_user) as me, quote_ident(current_database()) as place`,
  )
  const { isSet, me, place } = rows[0]!
  if (isSet) return
  const run = Object.entries(ROLE_SETTINGS).map(
    ([name, value]) => `alter role ${me} in database ${place} set ${name} = ${value};`,
  )
  throw new StartupError(
    `The pooler at DATABASE_URL doesn’t apply the session settings Pursuit needs. Run this in the database: ${run.join(' ')} Then reconnect the pooler (PgBouncer: reconnect) and restart Pursuit.`,
  )
}

const ROLE_SETTINGS = {
  timezone: `'UTC'`,
  datestyle: `'ISO'`,
  jit: 'off',
  statement_timeout: `'60s'`,
  idle_in_transaction_session_timeout: `'60s'`,
}

/** A lock on one must block the other. A copied database has the same rows, but not the locks. */
async function isSameDatabase(pool: pg.Pool, sessions: pg.Pool): Promise<boolean> {
  const key = randomInt(2 ** 47)
  const holder = await sessions.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [key])
    const { rows } = await pool.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock($1) as "isFree"', [key])
    return !rows[0]?.isFree
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [key]).catch(() => undefined)
    holder.release()
  }
}
