// Copies what the vendor publishes for all firms to every node. The rows themselves are on the vendor's node and, for
// the curriculum, on the coordinator. The views `shared_…` add the copies to a firm's own rows, so a statement of a firm
// needs only the firm's node.
import { sql } from 'kysely'
import { APP_ROLE, currentOrgId } from '../tenant.ts'
import type { Tx } from '../tx.ts'
import { recordedOnNodes } from './recorded.ts'

/** Tables that hold rows of firms and, marked with `is_for_all`, of the vendor. */
const ofFirms = ['contents', 'content_sections', 'content_tags', 'files', 'hosted_videos', 'tags', 'videos']
/**
 * Tables of the vendor alone, with the rows that firms may see, as in the tables' policies. Only operators write them, in
 * transactions across all firms.
 */
const ofVendor: Readonly<Record<string, string>> = {
  lesson_categories: `state <> 'draft'`,
  lessons: 'published_at is not null',
  worksheets: `exists (select 1 from lessons l where l.id = lesson_id and l.published_at is not null)`,
  worksheet_versions: `exists (select 1 from worksheets w join lessons l on l.id = w.lesson_id where w.id = worksheet_id and l.published_at is not null)`,
}

/** Setting of a transaction in which triggers record the tables of the vendor that it changed. */
const CHANGED = 'app.vendor_changed'

/** An arbitrary number that no other lock uses. */
const LOCK = 7_251_946_034

/**
 * Copies again what the transaction's triggers recorded as changed. Part of the transaction, because devices read the
 * curriculum up to a number and would miss a row that appears later.
 */
export async function refreshVendorCopies(tx: Tx, orgId: string | undefined): Promise<void> {
  const answers = await Promise.all([
    tx.sql<{ changes: string | null }>`select current_setting(${sql.lit(CHANGED)}, true) as changes`,
    tx.run(recordedOnNodes(CHANGED, orgId)),
  ])
  const tables = new Set(answers.flatMap(({ rows }) => rows.flatMap(({ changes }) => changes?.trim().split(' ') ?? [])))
  tables.delete('')
  if (tables.size === 0) return
  await tx.query(`select pg_advisory_xact_lock(${LOCK})`)
  const published = new Map<string, string>()
  for (const table of ofFirms) if (tables.has(table)) published.set(table, await readPublished(tx, table, orgId))
  const copy = async () => {
    for (const [table, rows] of published) {
      const name = sql.table(`vendor.${table}`)
      await tx.sql`delete from ${name} where ${orgId ? sql`org_id = ${orgId}` : sql`true`}`
      await tx.sql`insert into ${name} select r.* from jsonb_populate_recordset(null::${name}, ${rows}::jsonb) r`
    }
    // A lesson's state decides about its worksheet too.
    if (Object.keys(ofVendor).some((table) => tables.has(table)))
      for (const table of Object.keys(ofVendor)) {
        await tx.query(`delete from vendor.${table}`)
        await tx.query(copying(table))
      }
  }
  await (orgId ? tx.asOwner(copy) : copy())
}

/**
 * Reads with the role that has changed the rows, because no other can. Only the owner writes the copies: the nodes
 * accept one role's changes to them in a transaction, and the curriculum's numbers are the owner's.
 */
async function readPublished(tx: Tx, table: string, orgId: string | undefined): Promise<string> {
  const { rows } = await tx.sql<{ rows: string }>`
    select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${sql.table(table)} t
    where t.is_for_all ${orgId ? sql`and t.org_id = ${currentOrgId}` : sql``}`
  return rows[0]!.rows
}

type Run = (statement: string) => Promise<{ rows: unknown[] }>

/** Creates the copies and views, and again those whose table has other columns. Idempotent. */
export async function makeVendorCopies(run: Run): Promise<void> {
  await run(`create schema if not exists vendor; grant usage on schema vendor to ${APP_ROLE}`)
  await run(`create or replace function vendor.record_change() returns trigger language plpgsql as $$
    begin
      perform set_config('${CHANGED}', concat(current_setting('${CHANGED}', true), ' ', tg_argv[0]), true);
      return null;
    end $$`)
  for (const table of [...ofFirms, ...Object.keys(ofVendor)]) await makeCopy(run, table)
}

async function makeCopy(run: Run, table: string): Promise<void> {
  const isOfFirms = ofFirms.includes(table)
  const { rows } =
    await run(`select ${columnsOf(`public.${table}`)} is not distinct from ${columnsOf(`vendor.${table}`)} as is_same,
    coalesce(pg_get_viewdef(to_regclass('public.shared_${table}')) like '%vendor.%', false) as is_read`)
  const { is_same: isSame, is_read: isRead } = rows[0] as { is_same: boolean; is_read: boolean }
  if (!isSame) {
    await inPlace(run, `create or replace view shared_${table} with (security_invoker) as select * from ${table}`)
    await run(`drop table if exists vendor.${table}`)
    await run(`create table vendor.${table} (like public.${table} including indexes)`)
    await run(`select create_reference_table('vendor.${table}')`)
    await run(copying(table))
    await run(`grant select on vendor.${table} to ${APP_ROLE}`)
    await record(run, table, isOfFirms)
  }
  // The coordinator's copy of a table is empty. This policy would only keep its planner from choosing the firm's node.
  if (isOfFirms) await inPlace(run, `alter policy for_all on ${table} using (false)`)
  if (!isSame || !isRead) await inPlace(run, viewOf(table, isOfFirms))
}

const copying = (table: string): string =>
  `insert into vendor.${table} select * from ${table} where ${ofVendor[table] ?? 'is_for_all'}`

const columnsOf = (
  table: string,
) => `(select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
  from pg_attribute where attrelid = to_regclass('${table}') and attnum > 0 and not attisdropped)`

/** Records changes on the nodes that have the rows. */
async function record(run: Run, table: string, isOfFirms: boolean): Promise<void> {
  const triggers = isOfFirms
    ? [
        ['vendor_written', 'insert or update', 'for each row when (new.is_for_all)'],
        ['vendor_deleted', 'delete', 'for each row when (old.is_for_all)'],
      ]
    : [['vendor_changed', 'insert or update or delete', 'for each statement']]
  for (const [name, events, scope] of triggers) {
    await run(`drop trigger if exists ${name} on ${table}`)
    await run(
      `create trigger ${name} after ${events} on ${table} ${scope} execute function vendor.record_change('${table}')`,
    )
  }
}

/**
 * The vendor's own firm has its rows already, and a transaction across all firms reads them in the table. A firm's shard
 * can have rows of the vendor too, which its policy shows.
 */
const viewOf = (table: string, isOfFirms: boolean): string =>
  `create or replace view shared_${table} with (security_invoker) as ${
    isOfFirms
      ? `select * from ${table} where org_id = firm_at_planning() or firm_at_planning() is null
        union all select * from vendor.${table} where org_id <> firm_at_planning()`
      : `select * from vendor.${table}`
  }`

/** Only the coordinator reads the views. */
async function inPlace(run: Run, statement: string): Promise<void> {
  await run('set citus.enable_ddl_propagation = off')
  await run(statement)
  await run('set citus.enable_ddl_propagation = on')
}
