// What a transaction is like where the tables are spread by firm over a Citus cluster: see docs/distributed.md.
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresQueryCompiler,
  type RawBuilder,
  type RawNode,
  type RootOperationNode,
  sql,
} from 'kysely'
import { distributed, local } from './distribution.ts'
import { APP_ROLE, type Tx } from './firm.ts'
import { currentScope, isOnCluster } from './scope.ts'

/** Said by a start: tables whose keys and triggers are still to be made again are not served. */
export const HALF_DONE =
  'Distributing this database didn’t finish. Run `npm run distribute` again. It resumes where it stopped, and nothing is lost.'

/** The transaction's firm, in SQL. A subselect: queries are planned for any firm, not for how little the statistics know of this one. */
export const firm = sql.raw<string>(`(select current_setting('app.org_id')::uuid)`)
const firmNode = firm.toOperationNode() as RawNode

/** The tables that `withForAll` names, by what it answered. */
const sharedNodes = new WeakMap<RawNode, string>()

/**
 * A table of which a statement reads the firm's rows and the vendor's that are for all. A cluster has them in two places: there they are
 * read by themselves, before anything is joined to them.
 */
export function withForAll(
  table: 'contents' | 'content_tags' | 'files' | 'hosted_videos' | 'tags' | 'videos',
): RawBuilder<unknown> {
  const named = sql.raw(table)
  sharedNodes.set(named.toOperationNode() as RawNode, table)
  return named
}

/** Says `firm` by its value, which a cluster has to know before it chooses a shard. */
export class ValueCompiler extends PostgresQueryCompiler {
  /** Of the value, once the statement has it. */
  #place = ''

  override compileQuery(...given: [RootOperationNode, { queryId: string }]) {
    this.#place = ''
    return super.compileQuery(...given)
  }

  protected override visitRaw(node: RawNode): void {
    const orgId = currentScope()?.orgId
    const shared = sharedNodes.get(node)
    if (orgId && shared) {
      this.append(`(select * from ${shared} where org_id = `)
      this.#sayFirm(orgId)
      this.append(' or is_for_all offset 0)')
    } else if (orgId && node === firmNode) this.#sayFirm(orgId)
    else super.visitRaw(node)
  }

  #sayFirm(orgId: string): void {
    if (this.#place === '') {
      this.addParameter(orgId)
      this.#place = `$${this.numParameters}::uuid`
    }
    this.append(this.#place)
  }
}

/**
 * The statements that open a transaction, one by one: Citus sends the whole message in which a setting stands to each node that takes part,
 * and only settings may be told twice. Elsewhere nothing is told, so that scripts with settings of their own run here alone.
 */
export function beginOnNodes(begin: string): string[] {
  const statements = begin.split(';').map((one) => one.trim())
  return statements.length === 1
    ? statements
    : [statements[0]!, `set local citus.propagate_set_commands = 'local'`, ...statements.slice(1)]
}

/** The transaction's firm. The coordinator's planner takes it for a value, and plans each statement anew: see CLUSTER_SETTINGS. */
const firmAtPlanning = (kind: 'immutable' | 'stable') => `
  create or replace function firm_at_planning() returns uuid language plpgsql ${kind} as $$
  begin return nullif(current_setting('app.org_id', true), '')::uuid; end $$`

/**
 * What the coordinator's planner chooses a shard by. Its own table of a firm has no rows, and its lock is there for planning alone: it says the
 * firm of each table of a statement, whether the statement does or not. The shards have the rows, and keep the lock that they have anywhere.
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

/** Each statement is a transaction of its own: workers are told of the function twice, and in one the second would wait for the first. */
export async function makeFirmAtPlanning(run: Run): Promise<void> {
  await run(firmAtPlanning('immutable'))
  await run(
    `select run_command_on_workers($command$set citus.enable_ddl_propagation = off; ${firmAtPlanning('stable')}$command$)`,
  )
}

/** Idempotent; `run` sends a statement to the coordinator, and answers its rows. */
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
 * Lets a definer's function reach what is on every node: the coordinator asks for it as the role that the transaction has set, whoever the
 * function works as. Elsewhere nothing is set.
 */
export async function asOwner<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (!isOnCluster()) return work()
  await sql`set local role none`.execute(tx)
  const done = await work()
  await sql`set local role ${sql.raw(APP_ROLE)}`.execute(tx)
  return done
}

type Execute = DatabaseConnection['executeQuery']

/** How each connection sends what it is given, as it stands. */
const asItStands = new WeakMap<DatabaseConnection, Execute>()

/**
 * From now on statements of this connection are such as a cluster takes. What is sent right behind a question waits for what the answer tells the coordinator: see `tellCoordinator`.
 */
export function setOnCluster(connection: DatabaseConnection): void {
  if (asItStands.has(connection)) return
  const execute: Execute = connection.executeQuery.bind(connection)
  asItStands.set(connection, execute)
  connection.executeQuery = ((query: CompiledQuery) => {
    const scope = currentScope()
    const said = asClusterTakes(query, scope?.orgId)
    return scope?.told ? scope.told.then(() => execute(said)) : execute(said)
  }) as Execute
}

function asClusterTakes(query: CompiledQuery, orgId: string | undefined): CompiledQuery {
  const text = textForCluster(query.sql, orgId)
  return text === query.sql ? query : CompiledQuery.raw(text, [...query.parameters])
}

/** A statement as a cluster takes it; `orgId` in a transaction of a firm. */
export function textForCluster(text: string, orgId?: string): string {
  let made = text
  if (NODES.test(text)) {
    // What is asked by itself, for one node or more, is kept as columns in between: there has to be one.
    const asked = text.replace(/\bexists \(select from\b/g, 'exists (select 1 from')
    made = asked.replace(COORDINATORS, (_, word: string, table: string, alias = '') =>
      subquery(word, orgId && table === 'outgoing' ? READABLE : '*', table, alias),
    )
    if (made !== asked)
      made = made.replace(OUTER_NODES, (_, word: string, table: string, alias = '') =>
        subquery(word, '*', table, alias),
      )
  }
  // Rows that come from no table would be copied into the shards, and nobody whose rows are secured may copy: asked for an answer, Citus inserts them.
  return isCopied(made) ? `${made} returning 1` : made
}

/** What a firm may read of what is queued to leave: see database/rights.sql. */
const READABLE = 'channel, device, id, moved_at, occasion, org_id, problem, queued_at, recipient, state, tries'
const subquery = (word: string, columns: string, table: string, alias: string) =>
  `${word} (select ${columns} from ${table})${alias || ` ${table}`}`

const ALIAS =
  '(\\s+(?!(?:as|on|where|join|left|right|cross|inner|order|group|limit|for|union|returning|using|set|offset|having)\\b)\\w+)?'
const nodes = distributed.flatMap(({ tables }) => tables).join('|')
const coordinators = Object.keys(local).join('|')
const NODES = new RegExp(`\\b(?:${nodes})\\b`)
/**
 * A table of the coordinator that is named beside those of the nodes has to be read first. It is put into a subquery, for Citus reads none by itself
 * that is secured: it takes its policy for another table's, and ends the server (13.2).
 */
const COORDINATORS = new RegExp(
  `(?<!\\bdelete )\\b(from|join)\\s+("(?:${coordinators})"|(?:${coordinators})\\b)${ALIAS}`,
  'g',
)
/** What is then joined to it on its outer side is read by itself too, which ends the server in the same way. */
const OUTER_NODES = new RegExp(`\\b((?:left|right|full) join)\\s+((?:${nodes})\\b)${ALIAS}`, 'g')

const isCopied = (sql: string) =>
  /^\s*insert into [\s\S]*\bselect\b/i.test(sql) && !/\b(returning|on conflict)\b/i.test(sql)

/**
 * Settings that a statement on a node has made there are made on the coordinator too, once its answer says them: it works out itself what is
 * written, from settings of its own. What is sent meanwhile waits.
 */
export function setClusterTransaction<R>(
  asked: Promise<R>,
  settingsOf: (answer: R) => Record<string, string | null>,
): void {
  const scope = currentScope()
  const execute = scope?.connection && asItStands.get(scope.connection)
  if (!scope || !execute) return
  scope.told = asked
    .then(async (answer) => {
      const said = Object.entries(settingsOf(answer)).filter((one): one is [string, string] => one[1] !== null)
      if (said.length === 0) return
      const sets = said.map((_, place) => `set_config($${2 * place + 1}, $${2 * place + 2}, true)`)
      await execute(CompiledQuery.raw(`select ${sets.join(', ')}`, said.flat()))
    })
    .catch(() => undefined)
}
