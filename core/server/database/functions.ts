// Applies the functions in `database/functions/<name>.sql`, with grants and triggers, after the migrations and whenever
// their text changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { StartupError } from '#core/server/startupError.ts'
import { APP_ROLE } from './tenant.ts'
import type { Tx } from './tx.ts'

/** `head`: name, parameters, and result. */
export type SqlFunction = { name: string; text: string; head: string; checksum: string }

export class FunctionRefused extends StartupError {}

export const FUNCTIONS = fileURLToPath(new URL('../../../database/functions/', import.meta.url))

const HEAD = /^create or replace function (\w+)\([^$]*?(?=\s+as\s+\$)/gm

export function readFunctions(directory = FUNCTIONS): SqlFunction[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  return names.sort().map((file) => sqlFunction(file, readFileSync(`${directory}/${file}`, 'utf8')))
}

/** Throws unless the file holds exactly the function it is named after. */
export function sqlFunction(file: string, content: string): SqlFunction {
  // Line endings differ between machines, but the applied text must not.
  const text = content.replaceAll('\r\n', '\n')
  const name = file.replace(/\.sql$/, '')
  const [made, ...more] = text.matchAll(HEAD)
  if (made?.[1] !== name || more.length)
    throw new FunctionRefused(`database/functions/${file} must create the function “${name}” and no other.`)
  return { name, text, head: made[0], checksum: createHash('sha256').update(text).digest('hex') }
}

export const FUNCTIONS_TABLE = `create table if not exists sql_functions (name text primary key, head text not null, checksum text not null)`

/**
 * Syncs the database functions with the files and returns the names it wrote or dropped. `formerly` names functions
 * without a record. Bodies are checked at the end, so order doesn't matter. Throws the database's error.
 */
export async function applyFunctions(tx: Tx, files: SqlFunction[], formerly: string[] = []): Promise<string[]> {
  const { rows } = await tx.sql<Pick<SqlFunction, 'name' | 'head' | 'checksum'>>`select * from sql_functions`
  const applied = new Map(rows.map((row) => [row.name, row]))
  const changed = files.filter((file) => applied.get(file.name)?.checksum !== file.checksum)
  const kept = new Set(files.map((file) => file.name))
  const given = new Set([...applied.keys(), ...(applied.size ? [] : formerly)])
  const gone = [...given].filter((name) => !kept.has(name))
  if (!changed.length && !gone.length) return []

  await tx.database.dialect.beforeFunctions?.(tx)
  // PostgreSQL replaces a body in place, but another head is another function.
  await dropAll(tx, [...gone, ...changed.filter((file) => applied.get(file.name)?.head !== file.head).map(nameOf)])
  await tx.sql`set local check_function_bodies = off`
  for (const file of changed) await write(tx, file)
  await checkBodies(tx, changed.map(nameOf))
  await tx.sql`delete from sql_functions where name = any(${gone})`
  return [...changed.map(nameOf), ...gone]
}

const nameOf = ({ name }: SqlFunction) => name

const OURS = sql`p.pronamespace = 'public'::regnamespace
  and not exists (select 1 from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`

/** Its file creates the triggers again. Other dependents, such as an index, make it fail. */
async function dropAll(tx: Tx, names: string[]): Promise<void> {
  const drops = await tx.sql<{ drop: string }>`
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as drop
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = any(${names}) and not t.tgisinternal and ${OURS}
    union all
    select format('drop function %s', p.oid::regprocedure) from pg_proc p where p.proname = any(${names}) and ${OURS}
    order by 1 desc`
  for (const { drop } of drops.rows) await tx.run(sql.raw(drop))
}

/** Resets grants, so that those missing from the file are removed. */
async function write(tx: Tx, { name, text, head, checksum }: SqlFunction): Promise<void> {
  const there = await tx.sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p where p.proname = ${name} and ${OURS}`
  for (const { signature } of there.rows)
    await tx.run(
      sql.raw(`grant execute on function ${signature} to public; revoke all on function ${signature} from ${APP_ROLE}`),
    )
  await tx.database.dialect.applyScript(tx, text)
  await tx.sql`insert into sql_functions (name, head, checksum) values (${name}, ${head}, ${checksum})
    on conflict (name) do update set head = excluded.head, checksum = excluded.checksum`
}

async function checkBodies(tx: Tx, names: string[]): Promise<void> {
  await tx.sql`set local check_function_bodies = on`
  for (const language of ['sql', 'plpgsql'])
    await tx.sql`select ${sql.raw(language === 'sql' ? 'fmgr_sql_validator' : 'plpgsql_validator')}(p.oid)
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.proname = any(${names}) and l.lanname = ${language} and ${OURS}`
}
