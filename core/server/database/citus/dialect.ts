// Transactions on a Citus cluster. See `docs/distributed.md`.
import { type RawBuilder, type RawNode, type RootOperationNode, sql } from 'kysely'
import { type Dialect, SlotCompiler } from '../dialect.ts'
import type { Slot } from '../fixedStatement.ts'
import type { Database } from '../open.ts'
import { openTransaction } from '../openTransaction.ts'
import { APP_ROLE, currentOrgId } from '../tenant.ts'
import { withoutRls } from '../tx.ts'
import { planByValues } from './planning.ts'
import { recordedOnNodes } from './recorded.ts'
import { applyScript } from './scripts.ts'
import { makeVendorCopies, refreshVendorCopies } from './vendorCopies.ts'

const firmNode = currentOrgId.toOperationNode() as RawNode

/** Compiles `currentOrgId` to its value, which a cluster needs to choose a shard. */
class ValueCompiler extends SlotCompiler {
  readonly #orgId: string | Slot | undefined
  /** The value's placeholder, once it has been added. */
  #place = ''

  constructor(orgId: string | Slot | undefined) {
    super()
    this.#orgId = orgId
  }

  override compileQuery(...given: [RootOperationNode, { queryId: string }]) {
    this.#place = ''
    return super.compileQuery(...given)
  }

  protected override visitRaw(node: RawNode): void {
    if (this.#orgId && node === firmNode) this.#appendFirm(this.#orgId)
    else super.visitRaw(node)
  }

  #appendFirm(orgId: string | Slot): void {
    if (this.#place === '') {
      this.addParameter(orgId)
      this.#place = `$${this.numParameters}::uuid`
    }
    this.append(this.#place)
  }
}

export const clusterDialect: Dialect = {
  compile(statement, orgId) {
    const { sql: text, parameters } = new ValueCompiler(orgId).compileQuery(statement.toOperationNode(), {
      queryId: '',
    })
    return { text, values: parameters }
  },
  begin: beginOnNodes,
  feedChanges: (orgId) => recordedOnNodes('app.feed_changes', orgId),
  refreshShared: refreshVendorCopies,
  // A security definer function sends its statements to the nodes with the transaction's role.
  async asOwner(tx, work) {
    await tx.sql`set local role none`
    const done = await work()
    await tx.sql`set local role ${sql.raw(APP_ROLE)}`
    return done
  },
  // A transaction accepts no rows of one role after another role has written. Only the values name the firm.
  asFirm: (_, work) => work(),
  writeRows: (_, { oneByOne }) => oneByOne(),
  existsElsewhere: async (database, statement) => (await runElsewhere(database, statement)).rows.length > 0,
  // Before the commit, so that no session outlives the claim. The second connection still sees who had the email.
  async releaseEmail({ database, orgId }, email) {
    await runElsewhere(
      database,
      sql`select release_email(d.org_id, d.user_id, d.email) from login_directory d where d.email = ${email} and d.org_id <> ${orgId}`,
    )
  },
  applyScript,
  // Dropping a function after the triggers of a distributed table needs one connection to each node for both.
  async beforeFunctions(tx) {
    await tx.sql`set local citus.multi_shard_modify_mode = 'sequential'`
  },
  async afterMigrations(tx) {
    const run = (statement: string) => tx.query(statement)
    await planByValues(run)
    await makeVendorCopies(run)
  },
  // The planner needs the values to choose a shard.
  batchPlanning: 'force_custom_plan',
  blockedStatements: sql`citus_stat_activity
    where datname = current_database() and not is_worker_query and global_pid in (select waiting_gpid from citus_lock_waits)`,
}

/** A second connection, because the transaction is restricted to its firm. */
const runElsewhere = (database: Database, statement: RawBuilder<unknown>) =>
  openTransaction.exit(() => withoutRls(database, (tx) => tx.run(statement)))

/**
 * Splits the opening statements. Citus sends the whole message with a setting to each participating node, and only
 * settings can run twice. Outside clusters nothing is propagated.
 */
export function beginOnNodes(begin: string): string[] {
  const statements = begin.split(';').map((one) => one.trim())
  return statements.length === 1
    ? statements
    : [statements[0]!, `set local citus.propagate_set_commands = 'local'`, ...statements.slice(1)]
}
