// Distributes the tables over a Citus cluster. Each step is atomic and reads its remaining work from the catalog, so an
// interrupted run can continue.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { StartupError } from '#core/server/startupError.ts'
import { MIGRATION_LOCK, readMigrations } from '../migrate.ts'
import { APP_ROLE } from '../tenant.ts'
import { distributed, local, reference, unheld } from './distribution.ts'
import { makeFirmAtPlanning, planByValues } from './planning.ts'
import { spreading } from './scripts.ts'
import { makeVendorCopies } from './vendorCopies.ts'

export const SCHEMA = fileURLToPath(new URL('../../../../database/schema.sql', import.meta.url))

/** Earlier Citus versions treat row-level security, triggers, and calls differently. */
const OLDEST = 12

export type ForeignKey = {
  table: string
  name: string
  columns: string[]
  to: string
  toColumns: string[]
  text: string
}
export type Described = {
  tables: Map<string, { body: string; indexes: string[]; policies: string[] }>
  foreignKeys: ForeignKey[]
  triggers: { table: string; name: string; text: string }[]
}

export function readSchema(text = readFileSync(SCHEMA, 'utf8')): Described {
  const tables: Described['tables'] = new Map()
  const foreignKeys: ForeignKey[] = []
  const triggers: Described['triggers'] = []
  for (const [, table, body, after] of text.matchAll(
    /^create table (\w+) \(\n(.*?)^\);\n(.*?)(?=^create |(?![\s\S]))/gms,
  )) {
    tables.set(table!, {
      body: body!,
      indexes: after!.match(/^CREATE (UNIQUE )?INDEX .*$/gm) ?? [],
      policies: after!.match(/^create policy [^;]*;$/gm) ?? [],
    })
    for (const [, name, key] of body!.matchAll(/^ {2}constraint (\w+) (FOREIGN KEY .*?),?$/gm)) {
      const [, columns, to, toColumns] = /^FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)\(([^)]*)\)/.exec(key!)!
      const list = (given: string) => given.split(', ')
      foreignKeys.push({
        ...{ table: table!, name: name!, text: key!, to: to! },
        ...{ columns: list(columns!), toColumns: list(toColumns!) },
      })
    }
  }
  for (const [line, name, table] of text.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .*? ON public\.(\w+) .*;$/gm))
    triggers.push({ table: table!, name: name!, text: line.slice(0, -1) })
  return { tables, foreignKeys, triggers }
}

export const distributedTables = distributed.flatMap(({ tables }) => tables)
const onAllNodes = Object.keys(reference)
const known = new Set([...distributedTables, ...onAllNodes, ...Object.keys(local)])
/** Tables of the migrator and this command. */
const OWN = ['schema_migrations', 'sql_functions', 'distribution']

/**
 * Citus allows our triggers only because they stay in their firm's shards. Generic plans are off, since a cached plan
 * would hold another firm's values.
 */
export const CLUSTER_SETTINGS = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  plan_cache_mode: 'force_custom_plan',
}

/**
 * Returns a summary and reports each step to `say`. Throws `StartupError` with instructions if the tables can't be
 * distributed.
 */
export async function distribute(client: pg.Client, say: (line: string) => void = () => {}): Promise<string> {
  await refuseOther(client)
  const schema = readSchema()
  await client.query(`set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
  try {
    await refuseUnknown(client, schema)
    const left = await undone(client)
    if (left.length) await refuseBusy(client)
    await client.query(`create table if not exists distribution (
      is_only boolean primary key default true check (is_only), begun_at timestamptz not null default now(), done_at timestamptz)`)
    await client.query(`revoke all on distribution from ${APP_ROLE}`)
    if (left.length)
      await client.query('insert into distribution default values on conflict (is_only) do update set done_at = null')
    await setNodes(client)
    let steps = 0
    if (left.length) steps += await takeApart(client, schema)
    for (const table of left) {
      say(`${table}: ${reference[table] ? 'on every node' : 'by firm'}`)
      await client.query(spreading(table))
      steps++
    }
    steps += await putTogether(client, schema)
    await makeFirmAtPlanning((statement) => client.query(statement))
    await planByValues((statement) => client.query(statement))
    await makeVendorCopies((statement) => client.query(statement))
    await client.query('analyze')
    await client.query('update distribution set done_at = now() where done_at is null')
    return steps
      ? `The database is distributed: ${distributedTables.length} tables by firm, ${onAllNodes.length} on every node, ${Object.keys(local).length} on the coordinator. Before firms use it, read docs/distributed.md for the limitations.`
      : 'The database is already distributed. Nothing to do.'
  } finally {
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => undefined)
  }
}

/** Requires the coordinator of a Citus cluster that has a node for firms. */
async function refuseOther(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  const version = rows[0]?.version
  if (!version)
    throw new StartupError(
      'This database isn’t on a Citus cluster: the extension isn’t installed. Run create extension citus on the coordinator and each worker, add the workers (select citus_add_node(…)), and run this again. See docs/distributed.md.',
    )
  if (Number.parseInt(version, 10) < OLDEST)
    throw new StartupError(`Pursuit needs Citus ${OLDEST} or later. This one is ${version}.`)
  const nodes = await client.query<{ is_coordinator: boolean; workers: number }>(
    `select citus_is_coordinator() as is_coordinator,
      (select count(*)::int from pg_dist_node where groupid > 0 and isactive and shouldhaveshards and noderole = 'primary') as workers`,
  )
  if (!nodes.rows[0]!.is_coordinator) throw new StartupError('This is a Citus worker. Use the coordinator’s address.')
  if (nodes.rows[0]!.workers === 0)
    throw new StartupError(
      "The coordinator has no workers. Add each one first: select citus_add_node('host', 5432); then run this again.",
    )
}

/** Unlisted or missing tables belong to another version or other software. */
async function refuseUnknown(client: pg.Client, schema: Described): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  const there = new Set(rows.map(({ name }) => name))
  const missing = [...schema.tables.keys()].filter((name) => !there.has(name))
  const applied = there.has('schema_migrations')
    ? (await client.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(
        ({ name }) => name,
      )
    : []
  const wanted = readMigrations().map(({ name }) => name)
  if (missing.length || applied.join() !== wanted.join())
    throw new StartupError(
      'This database belongs to another version of Pursuit. Start this version on it once, stop it, and run this again.',
    )
  const unknown = [...there].filter((name) => !known.has(name) && !OWN.includes(name))
  if (unknown.length)
    throw new StartupError(
      `Some tables don’t belong to Pursuit: ${unknown.join(', ')}. Move them to another schema or database, and run this again. Nothing was changed.`,
    )
}

/** A running server would write rows that bypass foreign keys and triggers. */
async function refuseBusy(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity where datname = current_database() and application_name = 'pursuit' and pid <> pg_backend_pid()`,
  )
  if (rows[0]!.sessions > 0)
    throw new StartupError('Pursuit is running on this database. Stop it on every machine, and run this again.')
}

async function undone(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  )
  const done = new Set(rows.map(({ name }) => name))
  return [...onAllNodes, ...distributedTables].filter((name) => !done.has(name))
}

/**
 * The coordinator connects to the workers as the application's role. The workers accept it only from there
 * (pg_hba.conf), and on the coordinator it can't sign in.
 */
async function setNodes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ place: string }>('select quote_ident(current_database()) as place')
  for (const [name, value] of Object.entries(CLUSTER_SETTINGS)) {
    await client.query(`alter database ${rows[0]!.place} set ${name} = ${value}`)
    await client.query(`set ${name} = ${value}`)
  }
  const { rows: roles } = await client.query<{ is_closed: boolean }>(
    `select bool_or(result <> 't') as is_closed from run_command_on_workers($$select rolcanlogin from pg_roles where rolname = '${APP_ROLE}'$$)`,
  )
  if (!roles[0]!.is_closed) return
  await client.query(`alter role ${APP_ROLE} login`)
  await client.query('set citus.enable_alter_role_propagation = off')
  await client.query(`alter role ${APP_ROLE} nologin`)
  await client.query('reset citus.enable_alter_role_propagation')
}

/** Drops keys and triggers of tables that move, to be created again afterwards. Returns their number. */
async function takeApart(client: pg.Client, { foreignKeys, triggers }: Described): Promise<number> {
  const moved = new Set([...distributedTables, ...onAllNodes])
  const there = await constraintsThere(client)
  const drops = [
    ...foreignKeys
      .filter(({ table, to, name }) => there.has(`${table}.${name}`) && (moved.has(table) || moved.has(to)))
      .map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...triggers
      .filter(({ table, name }) => there.has(`${table}.${name}`) && moved.has(table))
      .map(({ table, name }) => `drop trigger ${name} on ${table}`),
  ]
  for (const drop of drops) await client.query(drop)
  return drops.length
}

/** Returns names as 'table.name'. */
async function constraintsThere(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select conrelid::regclass || '.' || conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union select tgrelid::regclass || '.' || tgname from pg_trigger where not tgisinternal`)
  return new Set(rows.map(({ name }) => name))
}

async function putTogether(client: pg.Client, { foreignKeys, triggers }: Described): Promise<number> {
  const there = await constraintsThere(client)
  const missing = [
    ...foreignKeys
      .filter(({ table, name }) => !there.has(`${table}.${name}`) && !(name in unheld))
      .map(({ table, name, text }) => `alter table ${table} add constraint ${name} ${text}`),
    ...triggers.filter(({ table, name }) => !there.has(`${table}.${name}`)).map(({ text }) => text),
  ]
  for (const statement of missing) await client.query(statement)
  return missing.length
}
