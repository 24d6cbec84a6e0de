// A PostgreSQL and its standby as separate processes, for tests that lose one.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Postgres, startPostgres, startStandby } from '#tools/postgres.ts'

export type Pair = {
  primary: Postgres
  standby: Postgres
  /** URL with both hosts, as configured on a server. */
  url: string
  on: <R extends pg.QueryResultRow>(one: Postgres, text: string, values?: unknown[]) => Promise<R[]>
  /** Makes the standby take writes. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

const NAME = 'standby'
const DATABASE = 'pursuit'
const settings = { wal_level: 'replica', synchronous_commit: 'on' }

/** `isSynchronous` makes a commit wait until the standby has it. */
export async function startPair(options: { isSynchronous: boolean }): Promise<Pair> {
  const primary = await startPostgres({ settings })
  return follow(primary, options).catch(async (error) => {
    await primary.stop()
    throw error
  })
}

async function follow(primary: Postgres, { isSynchronous }: { isSynchronous: boolean }): Promise<Pair> {
  const addressOf = (one: Postgres, database = DATABASE) => one.url.replace(/postgres$/, database)
  const on = async <R extends pg.QueryResultRow>(
    one: Postgres,
    text: string,
    values: unknown[] = [],
    to = DATABASE,
  ) => {
    const client = new pg.Client(addressOf(one, to))
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<R>(text, values)
    await client.end()
    return rows
  }
  await on(primary, `create database ${DATABASE}`, [], 'postgres')
  const standby = await startStandby(primary.url, NAME, { settings })
  if (isSynchronous) {
    await on(primary, `alter system set synchronous_standby_names = '${NAME}'`)
    await on(primary, 'select pg_reload_conf()')
  }
  const state = isSynchronous ? 'sync' : 'async'
  while ((await on(primary, 'select from pg_stat_replication where sync_state = $1', [state])).length === 0)
    await wait(50)
  const { host } = new URL(standby.url)
  return {
    primary,
    standby,
    url: addressOf(primary).replace(/\/\w+$/, `,${host}/${DATABASE}`),
    on: (one, text, values) => on(one, text, values),
    async promote() {
      // Replaying the rest of the log would cancel a statement that waits for it.
      await on(standby, 'select pg_promote(false)')
      while ((await on(standby, 'select from pg_is_in_recovery() as r (is_on) where is_on')).length > 0) await wait(20)
    },
    async stop() {
      await standby.stop()
      await primary.stop()
    },
  }
}
