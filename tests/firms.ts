// A copy of the demo's Hartwell & Stone for a browser test, with its own IDs and email domain, in a shared database.
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const HARTWELL = 'hartwell.example'

/**
 * Copies the demo firm, with its files in the folder `files`, and returns the copy's domain. `number` is unused here
 * and below 65536. The server can be running.
 */
export async function copyFirm(client: pg.Client, number: number, files: string): Promise<string> {
  const domain = HARTWELL.replace('.', `${number}.`)
  // The time and other random digits keep an ID unique.
  const digits = number.toString(16).padStart(4, '0')
  const { rows } = await client.query<{ sql: string }>(statements, [HARTWELL, domain, digits])
  // Triggers and foreign keys already ran for the original.
  await client.query(
    `begin; set local session_replication_role = replica; ${rows[0]!.sql}; delete from rate_limits; commit`,
  )
  const { rows: firms } = await client.query<{ org_id: string }>(
    'select org_id from domain_directory where domain = $1',
    [HARTWELL],
  )
  copyFiles(files, firms[0]!.org_id, digits)
  return domain
}

/** Stores each file under its row's ID in the copy. */
function copyFiles(files: string, firm: string, digits: string): void {
  const renamed = (id: string) => id.replace(/(-)[0-9a-f]{4}([0-9a-f]{8})$/, `$1${digits}$2`)
  if (!existsSync(join(files, firm))) return
  mkdirSync(join(files, renamed(firm)), { recursive: true })
  for (const id of readdirSync(join(files, firm)))
    copyFileSync(join(files, firm, id), join(files, renamed(firm), renamed(id)))
}

/**
 * Matches the digits of IDs to change, in columns, lists, text, and documents, except for those of the offered stages.
 * Matching whole IDs would take four times as long.
 */
const DIGITS = '(?<=-)(?<!00-4000-8000-)[0-9a-f]{4}(?=[0-9a-f]{8}\\M)'

/**
 * One insert per tenant table, with changed IDs and addresses wherever they can occur. Vendor content such as lessons
 * belongs to every firm and keeps its IDs, as the offered stages do.
 */
const statements = `
  select string_agg(format('insert into %1$I (%2$s) select %3$s from %1$I one where %4$I = (select org_id from domain_directory where domain = %5$L)',
    name, columns, made, key, $1::text), ';') as sql
  from (
    select relname as name, case relname when 'orgs' then 'id' else 'org_id' end as key,
      string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      string_agg(case when place is null then other else format('coalesce((select v.id from %I v where v.id = one.%I), %s)', place, attname, other) end, ', ' order by attnum) as made
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      left join (values ('lesson_id', 'lessons'), ('category_id', 'lesson_categories'), ('worksheet_id', 'worksheets')) vendor (named, place) on named = attname
      cross join lateral (select case
        when attname = 'stage_id' then format('one.%I', attname)
        when atttypid = 'uuid'::regtype then format('overlay(one.%I::text placing %L from 25)::uuid', attname, $3::text)
        when atttypid in ('text'::regtype, 'jsonb'::regtype, 'uuid[]'::regtype, 'text[]'::regtype) then format(
          $sql$regexp_replace(replace(one.%I::text, %L, %L), '${DIGITS}', %L, 'g')::%s$sql$, attname, $1::text, $2::text, $3::text, format_type(atttypid, atttypmod))
        else format('one.%I', attname) end) rewritten (other)
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (relname = 'orgs' or exists (select 1 from pg_attribute where attrelid = pg_class.oid and attname = 'org_id'))
    group by relname
  ) tables`
