import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type {
  DraftOrder,
  Import,
  ImportColumn,
  ImportDraft,
  ImportKind,
  ImportState,
  RejectReason,
} from '../contract.ts'
import type { Mapping } from '../mappingContract.ts'

export type Options = {
  encoding: string
  delimiter: string
  notices: string[]
  columns: ImportColumn[]
  /** Number of columns up to the last heading. Rows have at least as many cells. */
  headings: number
  blank: number
}
export type StoredImport = Import & {
  org_id: string
  user_id: string
  at_row: number
  options: Options
  mapping: Mapping | null
  draft: ImportDraft | null
  started_at: string | null
}
export type FileRow = { row: number; cells: string[] }

const columns = sql`i.id, i.kind, i.file_name, i.state, i.total, i.imported, i.matched, i.refused, i.kept, i.problem, i.created_at, i.finished_at, trim(u.first_name || ' ' || u.last_name) as by`
const PAGE = 50

/** Latest first. `next` is the cursor of the next page. */
export async function listImports(tx: Tx, after?: string): Promise<{ imports: Import[]; next: string | null }> {
  const { rows } = await tx.sql<Import>`
    select ${columns} from imports i join users u on u.org_id = i.org_id and u.id = i.user_id
    where i.org_id = ${currentOrgId} and i.state <> 'reading' and i.id < ${isId(after) ? after : 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid order by i.id desc limit ${PAGE + 1}`
  return { imports: rows.slice(0, PAGE), next: rows.length > PAGE ? rows[PAGE - 1]!.id : null }
}

const isId = (text?: string) => text !== undefined && /^[\da-f-]{36}$/.test(text)

/** Throws 404 if this firm has no such import. */
export async function readImport(tx: Tx, id: string): Promise<StoredImport> {
  return found(
    await tx.sql<StoredImport>`
    select ${columns}, i.org_id, i.user_id, i.at_row, i.options, i.mapping, i.draft, i.started_at from imports i join users u on u.org_id = i.org_id and u.id = i.user_id
    where i.org_id = ${currentOrgId} and i.id = ${id} and i.state <> 'reading'`,
  )
}

/** Reads like `readImport` and locks the state until the transaction ends. */
export async function lockImport(tx: Tx, id: string): Promise<StoredImport> {
  await tx.sql`select from imports where org_id = ${currentOrgId} and id = ${id} for update`
  return readImport(tx, id)
}

/**
 * Reads and locks only the state until the transaction ends, so that only one of several processes continues the import
 * at a time.
 */
export async function lockState(tx: Tx, id: string): Promise<{ state: ImportState; at_row: number } | undefined> {
  const { rows } = await tx.sql<{
    state: ImportState
    at_row: number
  }>`select state, at_row from imports where org_id = ${currentOrgId} and id = ${id} for update`
  return rows[0]
}

function found({ rows }: { rows: StoredImport[] }): StoredImport {
  if (!rows[0]) throw notFound(cannotFind('import'))
  return rows[0]
}

export async function startReading(
  tx: Tx,
  given: { id: string; kind: ImportKind; userId: string; fileName: string },
): Promise<void> {
  await tx.sql`insert into imports (org_id, id, kind, user_id, file_name, state) values (${currentOrgId}, ${given.id}, ${given.kind}, ${given.userId}, ${given.fileName}, 'reading')`
}

export async function addRows(tx: Tx, id: string, rows: FileRow[]): Promise<void> {
  await tx.sql`
    insert into import_rows (org_id, import_id, row_number, cells)
    select ${currentOrgId}, ${id}::uuid, r.row, r.cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (row int, cells jsonb) returning 1`
}

export async function endReading(tx: Tx, id: string, total: number, options: Options): Promise<void> {
  await tx.sql`update imports set state = 'uploaded', total = ${total}, options = ${JSON.stringify(options)}::jsonb where org_id = ${currentOrgId} and id = ${id}`
}

export async function removeImport(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from imports where org_id = ${currentOrgId} and id = ${id}`
}

/** Returns the rows of the file after a row, in order. */
export async function rowsAfter(tx: Tx, id: string, after: number, limit: number): Promise<FileRow[]> {
  const { rows } = await tx.sql<FileRow>`
    select r.row_number as row, r.cells from import_rows r where r.org_id = ${currentOrgId} and r.import_id = ${id} and r.row_number > ${after} order by r.row_number limit ${limit}`
  return rows
}

/** True if a later draft of the same page has already arrived. */
export const isOvertaken = (kept: ImportDraft | null, order: DraftOrder | undefined): boolean =>
  order !== undefined && kept?.order?.page === order.page && kept.order.number > order.number

export async function storeDraft(tx: Tx, id: string, draft: ImportDraft | null): Promise<void> {
  await tx.sql`update imports set draft = ${draft && JSON.stringify(draft)}::jsonb where org_id = ${currentOrgId} and id = ${id}`
}

export type ImportOutcome = {
  row: number
  outcome: 'imported' | 'matched' | 'refused' | 'removed' | 'kept'
  made_id: string | null
  reason: string | null
  external_id: string | null
}

/** Records the results of rows in the transaction that produced them. */
export async function settleRows(tx: Tx, id: string, outcomes: ImportOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await tx.sql`
    update import_rows t set outcome = r.outcome, made_id = r.made_id, reason = r.reason, external_id = r.external_id
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r (row int, outcome text, made_id uuid, reason text, external_id text)
    where t.org_id = ${currentOrgId} and t.import_id = ${id} and t.row_number = r.row`
}

export type ImportProgress = {
  state?: ImportState
  at_row?: number
  imported?: number
  matched?: number
  refused?: number
  kept?: number
  mapping?: Mapping
  started_at?: string
  problem?: string | null
}

/** Adds the counts to the stored ones. */
export async function advance(
  tx: Tx,
  id: string,
  { state, at_row, imported = 0, matched = 0, refused = 0, kept = 0, mapping, started_at, problem }: ImportProgress,
): Promise<void> {
  await tx.sql`
    update imports set state = coalesce(${state ?? null}, state), at_row = coalesce(${at_row ?? null}::int, at_row), imported = imported + ${imported}::int, matched = matched + ${matched}::int,
      refused = refused + ${refused}::int, kept = kept + ${kept}::int, mapping = coalesce(${mapping ? JSON.stringify(mapping) : null}::jsonb, mapping), started_at = coalesce(${started_at ?? null}::timestamptz, started_at), problem = ${problem ?? null},
      finished_at = case when ${state ?? null}::text in ('done', 'cancelled', 'failed', 'undone') then (select now()) else finished_at end
    where org_id = ${currentOrgId} and id = ${id}`
}

/** Returns why rows were rejected or stayed, the most frequent reason first. */
export async function reasonsOf(tx: Tx, id: string): Promise<RejectReason[]> {
  const { rows } = await tx.sql<RejectReason>`
    select r.reason, count(*)::int as count, (array_agg(r.row_number order by r.row_number))[1:5] as rows
    from import_rows r where r.org_id = ${currentOrgId} and r.import_id = ${id} and r.outcome in ('refused', 'kept') group by r.reason order by 2 desc, 1 limit 50`
  return rows
}

/** Returns which of these external IDs were imported before with files of that kind and still exist. */
// Without the first step, PostgreSQL would read every row of an import.
export async function knownExternalIds(tx: Tx, kind: ImportKind, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.sql<{ external_id: string }>`
    with known as materialized (
      select r.external_id, r.import_id from import_rows r
      where r.org_id = ${currentOrgId} and r.external_id = any(${ids}) and r.outcome in ('imported', 'kept'))
    select distinct k.external_id from known k join imports i on i.org_id = ${currentOrgId} and i.id = k.import_id where i.kind = ${kind}`
  return new Set(rows.map(({ external_id }) => external_id))
}

/** Returns the rows after a row that created something, in order. */
export async function madeAfter(
  tx: Tx,
  id: string,
  after: number,
  limit: number,
): Promise<{ row: number; made_id: string; external_id: string | null }[]> {
  const { rows } = await tx.sql<{ row: number; made_id: string; external_id: string | null }>`
    select r.row_number as row, r.made_id, r.external_id from import_rows r
    where r.org_id = ${currentOrgId} and r.import_id = ${id} and r.row_number > ${after} and r.outcome = 'imported' order by r.row_number limit ${limit}`
  return rows
}

/** Returns what every row of an import created that hasn't been removed. */
export async function madeBy(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.sql<{ made_id: string }>`
    select r.made_id from import_rows r where r.org_id = ${currentOrgId} and r.import_id = ${id} and r.outcome in ('imported', 'kept')`
  return rows.map(({ made_id }) => made_id)
}

/** Returns what was said about rows that were already here, the most frequent first. */
export async function matchedNotices(tx: Tx, id: string): Promise<{ notice: string; count: number }[]> {
  const { rows } = await tx.sql<{ notice: string; count: number }>`
    select r.reason as notice, count(*)::int as count from import_rows r
    where r.org_id = ${currentOrgId} and r.import_id = ${id} and r.outcome = 'matched' and r.reason is not null group by r.reason order by 2 desc, 1 limit 50`
  return rows
}
