// Reads the audit log: search, pages by key, and the CSV file. The only row written here records that the log was
// exported.

import { type RawBuilder, sql } from 'kysely'
import { csvLine } from '#core/contract/csvCell.ts'
import { addDays, stampIn, startOfDay } from '#core/contract/dates.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { actionsMatching, auditLines, auditSentence } from '../auditLabels.ts'
import type { AuditEntry, AuditPage, AuditSearch } from '../contract.ts'

const PAGE = 50
const FILE_PAGE = 500

export type Log = { orgId: string; zone: string }
type Row = Omit<AuditEntry, 'at'> & { at: string }

export async function auditPage(
  tx: Tx,
  log: Log,
  { after, ...search }: AuditSearch & { after?: string },
): Promise<AuditPage> {
  const rows = await readRows(tx, log, search, PAGE + 1, after)
  const page = rows.slice(0, PAGE)
  return {
    entries: page.map((row) => ({ ...row, at: stampIn(log.zone, row.at) })),
    next: rows.length > PAGE ? page.at(-1)!.id : null,
    kinds: after === undefined ? await kindsOf(tx, log) : [],
  }
}

const HEAD = ['Time', 'Person', 'Working as', 'What', 'Subject', 'Details', 'IP address', 'Event code']

/** `page` opens a new transaction for each page, so a long export doesn't hold one open. */
export async function* auditFile(
  page: (read: (tx: Tx) => Promise<Row[]>) => Promise<Row[]>,
  log: Log,
  search: AuditSearch,
): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets to read UTF-8 instead of the local encoding.
  yield `\ufeff${csvLine(HEAD)}`
  for (let after: string | undefined; ; ) {
    const from = after
    const rows = await page((tx) => readRows(tx, log, search, FILE_PAGE, from))
    if (rows.length === 0) return
    yield rows.map((row) => csvLine(cellsOf(row, log.zone))).join('')
    after = rows.at(-1)!.id
  }
}

const cellsOf = (row: Row, zone: string) => [
  stampIn(zone, row.at),
  row.actor,
  row.by,
  auditSentence(row),
  row.subject,
  auditLines(row.details)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n'),
  row.address,
  row.action,
]

async function readRows(tx: Tx, log: Log, search: AuditSearch, most: number, after?: string): Promise<Row[]> {
  const { rows } = await tx.sql<Row>`
    select a.id, a.at, a.actor_name as actor, a.by_name as by, a.action, a.subject, a.details, a.address
    from audit_log a where a.org_id = ${log.orgId} ${behind(log, after)} ${only(log, search)}
    order by a.at desc, a.id desc limit ${most}`
  return rows
}

/** Returns no rows if the cursor isn't an entry of this log. */
const behind = ({ orgId }: Log, after?: string): RawBuilder<unknown> => {
  if (after === undefined) return sql``
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(after)) return sql`and false`
  return sql`and (a.at, a.id) < (select k.at, k.id from audit_log k where k.org_id = ${orgId} and k.id = ${after})`
}

function only({ zone }: Log, { q = '', kind, person, from, to }: AuditSearch): RawBuilder<unknown> {
  const words = foldCase(q).split(/\s+/).filter(Boolean).slice(0, 8)
  const conditions = [
    ...words.map(
      (
        word,
      ) => sql`(position(${word} in fold_case(a.action || ' ' || a.actor_name || ' ' || a.by_name || ' ' || a.subject || ' ' || a.details::text || ' ' || a.address)) > 0
        or a.action = any(${actionsMatching(word)}::text[]))`,
    ),
    ...(kind ? [sql`split_part(a.action, '.', 1) = ${kind}`] : []),
    ...(person
      ? [sql`position(${foldCase(person)} in fold_case(a.actor_name || ' ' || a.by_name || ' ' || a.subject)) > 0`]
      : []),
    ...(from ? [sql`a.at >= ${startOfDay(zone, from)}::timestamptz`] : []),
    ...(to ? [sql`a.at < ${startOfDay(zone, addDays(to, 1))}::timestamptz`] : []),
  ]
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

async function kindsOf(tx: Tx, { orgId }: Log): Promise<string[]> {
  const { rows } = await tx.sql<{ kind: string }>`
    select distinct split_part(a.action, '.', 1) as kind from audit_log a where a.org_id = ${orgId} order by 1`
  return rows.map(({ kind }) => kind)
}
