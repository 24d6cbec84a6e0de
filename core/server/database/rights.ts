// Privileges of the application's role. A dump names the role without creating it, so a restored database can lose its
// grants. Each start repairs them.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { APP_ROLE } from './tenant.ts'
import type { Tx } from './tx.ts'

const HEAD = `-- The application's only privileges, generated from migrations and functions. Every start corrects differences. Update
-- with: npx vitest run core/server/database/schema.server.test.ts -u`

export const RIGHTS = fileURLToPath(new URL('../../../database/rights.sql', import.meta.url))

const notOfExtension = (catalogue: string, oid: string) => `not exists (select 1 from pg_depend d
  where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Lines per object, including those without grants. */
const LINES = `select object, line from (
  with app as (select oid from pg_roles where rolname = '${APP_ROLE}')
  select 'schema public' as object, case when bool_or(a.grantee = (select oid from app)) then 'grant usage on schema public to ${APP_ROLE};'
    else 'revoke all on schema public from ${APP_ROLE};' end as line
  from pg_namespace n left join lateral aclexplode(n.nspacl) a on a.privilege_type = 'USAGE' where n.nspname = 'public'
  union all
  select r.object, case when r.may is null then format('revoke all on %s from ${APP_ROLE};', r.object)
    else format('grant %s on %s to ${APP_ROLE};', r.may, r.object) end
  from (select (select string_agg(lower(a.privilege_type), ', ' order by a.privilege_type collate "C") from aclexplode(c.relacl) a
      where a.grantee = (select oid from app)) as may, case c.relkind when 'S' then 'sequence ' else '' end || quote_ident(c.relname) as object from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and ${notOfExtension('pg_class', 'c.oid')}) r
  union all
  select r.object, format('grant %s (%s) on %s to ${APP_ROLE};', lower(r.privilege_type), string_agg(r.name, ', ' order by r.name collate "C"), r.object)
  from (select quote_ident(c.relname) as object, a.privilege_type, quote_ident(t.attname) as name
    from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
    where c.relnamespace = 'public'::regnamespace and t.attnum > 0 and not t.attisdropped and a.grantee = (select oid from app)) r
  group by r.object, r.privilege_type
  union all
  select 'function ' || p.oid::regprocedure, format('%s execute on function %s %s %s;', case when said.may then 'grant' else 'revoke' end, p.oid::regprocedure,
    case when said.may then 'to' else 'from' end, said.who)
  from pg_proc p, lateral (values
    ('public', exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)),
    ('${APP_ROLE}', exists (select 1 from aclexplode(p.proacl) a where a.grantee = (select oid from app)))) as said (who, may)
  where p.pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc', 'p.oid')} and (said.may or said.who = 'public')) lines
  order by object collate "C", line collate "C"`

type Line = { object: string; line: string }

const byObject = (lines: Line[]) =>
  new Map(
    [...Map.groupBy(lines, ({ object }) => object)].map(([object, those]) => [object, those.map(({ line }) => line)]),
  )

export async function describeRights(tx: Tx): Promise<string> {
  const { rows } = await tx.run(sql.raw<Line>(LINES))
  return `${[HEAD, '', ...rows.map(({ line }) => line).filter((line) => !isOwnNote(line))].join('\n')}\n`
}

/** The migrator revokes access to its own tables. */
const isOwnNote = (line: string) => / on (schema_migrations|sql_functions) /.test(line)

export type Rights = ReadonlyMap<string, string[]>

export function readRights(file = RIGHTS): Rights {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => /^(grant|revoke) /.test(line))
  return byObject(lines.map((line) => ({ object: / on (.*) (?:to|from) \w+;$/.exec(line)?.[1] ?? '', line })))
}

/** Returns differing objects with statements that correct them. */
async function differing(tx: Tx, wanted: Rights): Promise<{ object: string; lines: string[] }[]> {
  const { rows } = await tx.run(sql.raw<Line>(LINES))
  return [...byObject(rows)].flatMap(([object, lines]) => {
    const want = wanted.get(object)
    return want && want.join('\n') !== lines.join('\n') ? [{ object, lines: want }] : []
  })
}

export const brokenRights = async (tx: Tx, wanted: Rights): Promise<string[]> =>
  (await differing(tx, wanted)).map(({ object }) => object)

/** Returns the repaired objects. Unlisted ones aren't changed. */
export async function mendRights(tx: Tx, wanted: Rights): Promise<string[]> {
  const broken = await differing(tx, wanted)
  for (const { object, lines } of broken)
    await tx.run(sql.raw([`revoke all on ${object} from ${APP_ROLE}`, ...lines].join(';\n')))
  return broken.map(({ object }) => object)
}
