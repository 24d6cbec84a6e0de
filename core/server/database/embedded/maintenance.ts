// Replaces the checkpointer and autovacuum, since the embedded engine has no background processes.
import type pg from 'pg'
import type { EmbeddedEngine } from './engine.ts'

const INTERVAL = 60_000
/** WAL size above which recovery becomes noticeable. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024
const CHECKPOINT_AGE = 5 * 60_000

/** Uses autovacuum's default thresholds. */
const WORN_TABLES = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup order by n_dead_tup desc limit 20`

/** Runs once a minute, between other work. Returns a function that stops it. */
export function startMaintenance(pool: pg.Pool, engine: EmbeddedEngine): () => Promise<void> {
  const upkeep = new MaintenanceState(pool, engine)
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // The next run covers a full or reopening database.
    running = running.then(() => upkeep.turn()).catch(() => {})
  }, INTERVAL)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

export class MaintenanceState {
  #pool: pg.Pool
  #engine: EmbeddedEngine
  #position = '0/0'
  #checkpointed = performance.now()

  constructor(pool: pg.Pool, engine: EmbeddedEngine) {
    this.#pool = pool
    this.#engine = engine
  }

  async turn(): Promise<void> {
    await this.vacuum()
    await this.#checkpointIfDue()
  }

  /** One table at a time, so that requests run in between. */
  async vacuum(): Promise<string[]> {
    // A server flushes its statistics when idle, which this engine never is.
    await this.#pool.query('select pg_stat_force_next_flush()')
    const worn = await this.#pool.query<{ name: string }>(WORN_TABLES)
    const names = worn.rows.map((row) => row.name)
    for (const name of names) await this.#engine.withoutLimit(() => this.#pool.query(`vacuum (analyze) ${name}`))
    return names
  }

  async checkpoint(): Promise<void> {
    await this.#engine.withoutLimit(() => this.#pool.query('checkpoint'))
    const now = await this.#pool.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
    this.#position = now.rows[0]?.at ?? this.#position
    this.#checkpointed = performance.now()
  }

  async #checkpointIfDue(): Promise<void> {
    const answer = await this.#pool.query<{ written: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 as written',
      [this.#position],
    )
    const written = answer.rows[0]?.written ?? 0
    const isOld = performance.now() - this.#checkpointed > CHECKPOINT_AGE
    if (written > CHECKPOINT_BYTES || (written > 0 && isOld)) await this.checkpoint()
  }
}
