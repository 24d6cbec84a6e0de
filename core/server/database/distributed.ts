// What a transaction is like where the tables are spread by firm over a Citus cluster: see docs/distributed.md.
import { CompiledQuery, type DatabaseConnection, sql } from 'kysely'
import { distributed, local } from './distribution.ts'
import type { Tx } from './firm.ts'
import { currentScope } from './scope.ts'

/** Said by a start: tables whose keys and triggers are still to be made again are not served. */
export const HALF_DONE =
  'This database is being distributed, and that did not end. Run `npm run distribute` again: it goes on where it stopped, and nothing is lost.'

/** The transaction's firm, in SQL: see `firm` in firm.ts. */
export const FIRM = `(select current_setting('app.org_id')::uuid)`

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

/** How to take back that a function is planned for any values: a cluster chooses a shard by them. */
export const GENERIC_FUNCTIONS = `
  select format('alter function %s reset plan_cache_mode', p.oid::regprocedure) as reset from pg_proc p
  where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(p.proconfig)`

export async function planByValues(tx: Tx): Promise<void> {
  const { rows } = await sql.raw<{ reset: string }>(GENERIC_FUNCTIONS).execute(tx)
  for (const { reset } of rows) await sql.raw(reset).execute(tx)
}

type Execute = DatabaseConnection['executeQuery']

/** How each connection sends what it is given, as it stands. */
const asItStands = new WeakMap<DatabaseConnection, Execute>()

/**
 * From now on statements of this connection are such as a cluster takes. The firm goes out as a value with each that asks for it: it has to be
 * known before a shard is chosen. What is sent right behind a question waits for what the answer tells the coordinator: see `tellCoordinator`.
 */
export function speakToCluster(connection: DatabaseConnection): void {
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
  let { sql: text, parameters } = query
  if (orgId && text.includes(FIRM)) {
    text = text.replaceAll(FIRM, `$${parameters.length + 1}::uuid`)
    parameters = [...parameters, orgId]
  }
  if (orgId)
    for (const pattern of READ_FIRST)
      text = text.replace(
        pattern,
        (_, word: string, table: string, alias = '') =>
          `${word} (select ${table === 'outgoing' ? READABLE : '*'} from ${table})${alias || ` ${table}`}`,
      )
  // Rows that come from no table would be copied into the shards, and nobody whose rows are secured may copy: asked for an answer, Citus inserts them.
  if (isCopied(text)) text += ' returning 1'
  return text === query.sql ? query : CompiledQuery.raw(text, [...parameters])
}

/**
 * A secured table that Citus reads by itself, for a join that no node could make, has its policy taken for another table's, and ends the
 * server (13.2). In a subquery it is read rightly: a table of the coordinator in any join, one of the nodes where it may be missing.
 */
const namesOf = (tables: readonly string[]) => `("(?:${tables.join('|')})"|(?:${tables.join('|')})\\b)`
const ALIAS = `(\\s+(?!(?:as|on|where|join|left|right|cross|inner|order|group|limit|for|union|returning|using|set|offset|having)\\b)\\w+)?`
/** What a firm may read of what is queued to leave: see database/rights.sql. */
const READABLE = 'channel, device, id, moved_at, occasion, org_id, problem, queued_at, recipient, state, tries'
const READ_FIRST = [
  new RegExp(`(?<!\\bdelete )\\b(from|join)\\s+${namesOf(Object.keys(local))}${ALIAS}`, 'g'),
  new RegExp(`\\b(left join)\\s+${namesOf(distributed.flatMap(({ tables }) => tables))}${ALIAS}`, 'g'),
]

const isCopied = (sql: string) =>
  /^\s*insert into [\s\S]*\bselect\b/i.test(sql) && !/\b(returning|on conflict)\b/i.test(sql)

/**
 * Settings that a statement on a node has made there are made on the coordinator too, once its answer says them: it works out itself what is
 * written, from settings of its own. What is sent meanwhile waits.
 */
export function tellCoordinator<R>(asked: Promise<R>, settingsOf: (answer: R) => Record<string, string | null>): void {
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
