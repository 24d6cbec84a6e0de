import { compareMigrations } from '../database/migrate.ts'
import type { Database } from '../database/open.ts'
import { type Tx, withoutRls } from '../database/tx.ts'
import {
  AWAY,
  ageOf,
  bad,
  by,
  type CheckResult,
  formatBytes,
  type HealthCheckDefinition,
  ok,
  warn,
} from './checkResult.ts'

export const oneRow =
  <R>(statement: (tx: Tx) => Promise<{ rows: R[] }>, say: (row: R) => CheckResult) =>
  async (database: Database): Promise<CheckResult> => {
    const { rows } = await withoutRls(database, statement)
    return say(rows[0]!)
  }

export const databaseChecks: readonly HealthCheckDefinition[] = [
  {
    name: 'database_trip',
    label: 'Database latency',
    help: AWAY,
    async look(database) {
      const began = performance.now()
      await database.check()
      const milliseconds = performance.now() - began
      const says = `A round trip takes ${Math.max(1, Math.round(milliseconds))} ms.`
      return by(
        milliseconds,
        [100, 1000],
        says,
        'Look for long-running statements, and check the connection to the database.',
      )
    },
  },
  {
    name: 'database_pool',
    label: 'Connections',
    help: AWAY,
    async look({ pool }) {
      const says = `${pool.totalCount - pool.idleCount} of this process’s connections are busy, and ${pool.waitingCount} calls are waiting for one.`
      return by(pool.waitingCount, [1, 50], says, 'The connection pool is full. Start another process.')
    },
  },
  {
    name: 'database_size',
    label: 'Database size',
    help: '',
    look: oneRow(
      (tx) => tx.sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`,
      ({ bytes }) => ok(`${formatBytes(bytes)}.`),
    ),
  },
  {
    name: 'database_standby',
    label: 'Standbys',
    help: AWAY,
    look: oneRow(
      (tx) =>
        tx.sql<{ is_standby: boolean; count: number; lag: number }>`
          select pg_is_in_recovery() as is_standby, count(*)::int as count,
            coalesce(max(extract(epoch from replay_lag)), 0)::float8 as lag from pg_stat_replication`,
      ({ is_standby, count, lag }) =>
        is_standby
          ? bad('This database is a read-only standby.', 'Point DATABASE_URL to the primary.')
          : count === 0
            ? ok('No standby.')
            : by(
                lag,
                [10, 120],
                `${count} connected, at most ${ageOf(lag)} behind.`,
                'Check the standby’s disk and its connection.',
              ),
    ),
  },
  {
    name: 'database_vacuum',
    label: 'Vacuum',
    help: '',
    look: oneRow(
      (tx) =>
        tx.sql<{ name: string; dead: number; share: number; age: number | null }>`
          select relname as name, n_dead_tup::float8 as dead, (n_dead_tup::float8 / greatest(n_live_tup + n_dead_tup, 1)) as share,
            extract(epoch from now() - greatest(last_vacuum, last_autovacuum))::float8 as age
          from pg_stat_user_tables order by n_dead_tup desc limit 1`,
      ({ name, dead, share, age }) => {
        const last = age === null ? 'never vacuumed' : `last vacuumed ${ageOf(age)} ago`
        const says = `Most dead rows: ${Math.round(dead).toLocaleString('en-US')} in ${name}; ${last}.`
        return dead > 100_000 && share > 0.4
          ? warn(says, 'Check that autovacuum is on, and look for transactions that never end.')
          : ok(says)
      },
    ),
  },
  {
    name: 'database_ids',
    label: 'Transaction IDs',
    help: '',
    look: oneRow(
      (tx) =>
        tx.sql<{
          age: number
        }>`select age(datfrozenxid)::float8 as age from pg_database where datname = current_database()`,
      ({ age }) =>
        by(
          age,
          [500e6, 1500e6],
          `${Math.round(age / 1e6)} million of 2,000 million are in use.`,
          'Run VACUUM FREEZE, and look for transactions that never end.',
        ),
    ),
  },
  {
    name: 'database_long',
    label: 'Long transactions',
    help: AWAY,
    look: oneRow(
      (tx) =>
        tx.sql<{ seconds: number }>`
          select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 as seconds from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      ({ seconds }) =>
        by(
          seconds,
          [60, 600],
          `The oldest has run for ${ageOf(seconds)}.`,
          'Find it in pg_stat_activity, and end it if no one needs it.',
        ),
    ),
  },
  {
    name: 'database_locks',
    label: 'Blocked statements',
    help: AWAY,
    look: oneRow(
      (tx) =>
        tx.sql<{ count: number; seconds: number }>`
        select count(*)::int as count, coalesce(max(extract(epoch from now() - query_start)), 0)::float8 as seconds
        from ${tx.database.dialect.blockedStatements}`,
      ({ count, seconds }) =>
        by(
          count === 0 ? 0 : seconds,
          [5, 60],
          count === 0 ? 'No statement is blocked.' : `${count} are blocked, the longest for ${ageOf(seconds)}.`,
          'Find the blockers with pg_blocking_pids, or citus_lock_waits on a cluster.',
        ),
    ),
  },
  {
    name: 'migrations',
    label: 'Migrations',
    help: 'upgrade',
    async look(database) {
      const { known, missing, newer } = await compareMigrations(database)
      if (missing.length > 0)
        return bad(
          `${missing.length} migrations in this version haven’t been applied.`,
          'Restart this process to apply them.',
        )
      return newer.length > 0
        ? warn(
            `The database has ${newer.length} migrations this version doesn’t know. Another process runs a newer version.`,
            'Update this process too.',
          )
        : ok(`All ${known.length} are applied.`)
    },
  },
]
