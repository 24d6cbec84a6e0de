// Transactions on a Citus cluster. See `docs/distributed.md`.
import { PostgresQueryCompiler, type RawNode, type RootOperationNode, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import { distributed, local } from './distribution.ts'
import { APP_ROLE, currentOrgId, sharedTables } from './tenant.ts'
import type { Tx } from './tx.ts'

/** Tables with missing keys and triggers are not served. */
export const HALF_DONE =
  'Distributing this database didn’t finish. Run `npm run distribute` again. It resumes where it stopped, and nothing is lost.'

const firmNode = currentOrgId.toOperationNode() as RawNode

/** Compiles `currentOrgId` to its value, which a cluster needs to choose a shard. */
class ValueCompiler extends PostgresQueryCompiler {
  readonly #orgId: string | undefined
  /** The value's placeholder, once it has been added. */
  #place = ''

  constructor(orgId: string | undefined) {
    super()
    this.#orgId = orgId
  }

  override compileQuery(...given: [RootOperationNode, { queryId: string }]) {
    this.#place = ''
    return super.compileQuery(...given)
  }

  protected override visitRaw(node: RawNode): void {
    const orgId = this.#orgId
    const shared = sharedTables.get(node)
    if (orgId && shared) {
      this.append(`(select * from ${shared} where org_id = `)
      this.#appendFirm(orgId)
      this.append(' or is_for_all offset 0)')
    } else if (orgId && node === firmNode) this.#appendFirm(orgId)
    else super.visitRaw(node)
  }

  #appendFirm(orgId: string): void {
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
    return { text: textForCluster(text, orgId), values: parameters }
  },
  begin: beginOnNodes,
  // The nodes with the rows record the changes.
  feedChanges(orgId) {
    const changes = sql`current_setting('app.feed_changes', true) as changes`
    return orgId
      ? sql<{ changes: string | null }>`select ${changes} from orgs where id = ${currentOrgId}`
      : sql<{ changes: string | null }>`select distinct ${changes} from orgs`
  },
}

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

/** The coordinator's planner treats the firm as a constant and plans each statement again. See `CLUSTER_SETTINGS`. */
const firmAtPlanning = (kind: 'immutable' | 'stable') => `
  create or replace function firm_at_planning() returns uuid language plpgsql ${kind} as $$
  begin return nullif(current_setting('app.org_id', true), '')::uuid; end $$`

/**
 * Tells the coordinator's planner the firm of every table, so it can choose a shard. The coordinator's copy is empty
 * and its policy exists only for planning. The shards keep their own policy.
 */
const BY_VALUES = `
  select format('alter policy %I on %s using (%I = firm_at_planning())', l.polname, l.polrelid::regclass,
    case l.polrelid::regclass::text when 'orgs' then 'id' else 'org_id' end) as statement, true as is_here_alone
  from pg_policy l join pg_dist_partition d on d.logicalrelid = l.polrelid and d.partmethod = 'h'
  where l.polname = 'own_firm' and pg_get_expr(l.polqual, l.polrelid) not like '%firm_at_planning%'
  union all
  select format('alter function %s reset plan_cache_mode', p.oid::regprocedure), false from pg_proc p
  where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(p.proconfig)`

type Run = (statement: string) => Promise<{ rows: unknown[] }>

/**
 * Separate transactions, because the workers get the function twice and the second definition would wait for the first.
 */
export async function makeFirmAtPlanning(run: Run): Promise<void> {
  await run(firmAtPlanning('immutable'))
  await run(
    `select run_command_on_workers($command$set citus.enable_ddl_propagation = off; ${firmAtPlanning('stable')}$command$)`,
  )
}

/** Idempotent. `run` sends a statement to the coordinator. */
export async function planByValues(run: Run): Promise<void> {
  const { rows } = await run(BY_VALUES)
  const isSpread = (on: boolean) => run(`set citus.enable_ddl_propagation = ${on ? 'on' : 'off'}`)
  for (const { statement, is_here_alone: isHereAlone } of rows as { statement: string; is_here_alone: boolean }[]) {
    if (isHereAlone) await isSpread(false)
    await run(statement)
    if (isHereAlone) await isSpread(true)
  }
}

/**
 * Lets a security definer function reach reference tables, which the coordinator queries with the transaction's role.
 * Does nothing outside clusters.
 */
export async function asOwner<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (!tx.database.isDistributed) return work()
  await tx.sql`set local role none`
  const done = await work()
  await tx.sql`set local role ${sql.raw(APP_ROLE)}`
  return done
}

/** `orgId` is set in a firm's transaction. */
export function textForCluster(text: string, orgId?: string): string {
  let made = text
  if (NODES.test(text)) {
    // Citus stores a subquery's result as columns, so it needs at least one.
    const asked = text.replace(/\bexists \(select from\b/g, 'exists (select 1 from')
    made = asked.replace(COORDINATORS, (_, word: string, table: string, alias = '') =>
      subquery(word, orgId && table === 'outgoing' ? READABLE : '*', table, alias),
    )
    if (made !== asked)
      made = made.replace(OUTER_NODES, (_, word: string, table: string, alias = '') =>
        subquery(word, '*', table, alias),
      )
  }
  // Citus would copy rows that come from no table, which row-level security forbids. A returning clause makes it insert
  // them.
  return isCopied(made) ? `${made} returning 1` : made
}

/** Outgoing columns that a firm can read. See `database/rights.sql`. */
const READABLE = 'channel, device, id, moved_at, occasion, org_id, problem, queued_at, recipient, state, tries'
const subquery = (word: string, columns: string, table: string, alias: string) =>
  `${word} (select ${columns} from ${table})${alias || ` ${table}`}`

const ALIAS =
  '(\\s+(?!(?:as|on|where|join|left|right|cross|inner|order|group|limit|for|union|returning|using|set|offset|having)\\b)\\w+)?'
const nodes = distributed.flatMap(({ tables }) => tables).join('|')
const coordinators = Object.keys(local).join('|')
const NODES = new RegExp(`\\b(?:${nodes})\\b`)
/**
 * A coordinator table next to distributed tables must be read first, in a subquery. Otherwise Citus 13.2 applies
 * another table's policy and crashes the server.
 */
const COORDINATORS = new RegExp(
  `(?<!\\bdelete )\\b(from|join)\\s+("(?:${coordinators})"|(?:${coordinators})\\b)${ALIAS}`,
  'g',
)
/** Tables outer-joined to it crash the server in the same way. */
const OUTER_NODES = new RegExp(`\\b((?:left|right|full) join)\\s+((?:${nodes})\\b)${ALIAS}`, 'g')

const isCopied = (sql: string) =>
  /^\s*insert into [\s\S]*\bselect\b/i.test(sql) && !/\b(returning|on conflict)\b/i.test(sql)
