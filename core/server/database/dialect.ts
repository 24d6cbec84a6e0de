// Differences between one PostgreSQL and a cluster. A cluster's are in `citus/`, and nothing else knows it.
import { PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import { Slot } from './fixedStatement.ts'
import type { Database } from './open.ts'
import { APP_ROLE } from './tenant.ts'
import type { Tx } from './tx.ts'

export type Dialect = {
  /** `orgId` is the transaction's firm, if it has one, or a slot for it. */
  compile(
    statement: RawBuilder<unknown>,
    orgId: string | Slot | undefined,
  ): { text: string; values: readonly unknown[] }
  /** Splits the opening statements into messages. */
  begin(statements: string): string[]
  /** Reads what the transaction's triggers recorded. */
  feedChanges(orgId: string | undefined): RawBuilder<{ changes: string | null }>
  /** Brings the views `shared_…` up to the transaction's own changes. Called before each commit. */
  refreshShared?(tx: Tx, orgId: string | undefined): Promise<void>
  /** Runs a statement that calls a security definer function which reads rows of other firms or writes shared ones. */
  asOwner<T>(tx: Tx, work: () => Promise<T>): Promise<T>
  /** Runs statements of a transaction across all firms with the application's role, which row-level security restricts. */
  asFirm<T>(tx: Tx, work: () => Promise<T>): Promise<T>
  /** Writes rows of several tables in one statement or one by one, whichever suits the database. */
  writeRows(
    tx: Tx,
    rows: { together: () => RawBuilder<unknown>; oneByOne: () => Promise<void> },
  ): Promise<void> | undefined
  /**
   * Returns whether a row of another firm still exists that this firm's row depends on. One PostgreSQL deletes the
   * dependent row by trigger, so it answers true without a query.
   */
  existsElsewhere(database: Database, statement: RawBuilder<unknown>): Promise<boolean>
  /** Ends the sessions of another firm's person whose sign-in email `tx` has claimed, if `claim_email` can't. */
  releaseEmail?(tx: Tx, email: string): Promise<void>
  /** Applies the statements of a migration or of a function's file. */
  applyScript(tx: Tx, text: string): Promise<void>
  /** Prepares a transaction that replaces functions. */
  beforeFunctions?(tx: Tx): Promise<void>
  /** Completes a transaction after the migrations and functions. */
  afterMigrations?(tx: Tx): Promise<void>
  /** Value of `plan_cache_mode` for batches that read by keys, whatever the statistics say. */
  batchPlanning: 'force_generic_plan' | 'force_custom_plan'
  /** Source of statements that wait for a lock, for the `from` of a query. */
  blockedStatements: RawBuilder<unknown>
}

/** Sends the value of a slot once, however often the statement has it. */
export class SlotCompiler extends PostgresQueryCompiler {
  #placeholders = new Map<Slot, string>()

  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#placeholders.clear()
    return super.compileQuery(...given)
  }

  protected override appendValue(value: unknown): void {
    const known = value instanceof Slot && this.#placeholders.get(value)
    if (known) this.append(known)
    else super.appendValue(value)
    if (value instanceof Slot && !known) this.#placeholders.set(value, this.getCurrentParameterPlaceholder())
  }
}

const compiler = new SlotCompiler()
/** Kysely identifies queries to its plugins, of which there are none. */
const QUERY = { queryId: '' }
const recorded = sql<{ changes: string | null }>`select current_setting('app.feed_changes', true) as changes`

export const postgresDialect: Dialect = {
  compile(statement) {
    const { sql: text, parameters } = compiler.compileQuery(statement.toOperationNode(), QUERY)
    return { text, values: parameters }
  },
  begin: (statements) => [statements],
  feedChanges: () => recorded,
  asOwner: (_, work) => work(),
  async asFirm(tx, work) {
    await tx.query(`set local role ${APP_ROLE}`)
    const done = await work()
    await tx.query('reset role')
    return done
  },
  writeRows(tx, { together }) {
    void tx.send(together())
    return undefined
  },
  existsElsewhere: async () => true,
  async applyScript(tx, text) {
    await tx.query(text)
  },
  batchPlanning: 'force_generic_plan',
  blockedStatements: sql`pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
}
