// Reading the audit log: searched, paged by key, and as a file. Never changed here, but for the note that it was read.

import { type RawBuilder, sql } from 'kysely'
import { csvLine } from '#core/contract/csvCell.ts'
import { addDays, stampIn, startOfDay } from '#core/contract/dates.ts'
import { folded } from '#core/contract/folded.ts'
import type { Tx } from '#core/server/database/firm.ts'
import { actionsMatching, linesOf, sentenceOf } from '../auditWords.ts'
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

/** `page` reads in a transaction of its own each time: a long file holds none open. */
export async function* auditFile(
  page: (read: (tx: Tx) => Promise<Row[]>) => Promise<Row[]>,
  log: Log,
  search: AuditSearch,
): AsyncGenerator<string> {
  // The mark says UTF-8 to spreadsheets, which would take it for the local encoding otherwise.
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
  sentenceOf(row),
  row.subject,
  linesOf(row.details)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n'),
  row.address,
  row.action,
]

async function readRows(tx: Tx, log: Log, search: AuditSearch, most: number, after?: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.id, a.at, a.actor_name as actor, a.by_name as by, a.action, a.subject, a.details, a.address
    from audit_log a where a.org_id = ${log.orgId} ${behind(log, after)} ${only(log, search)}
    order by a.at desc, a.id desc limit ${most}`.execute(tx)
  return rows
}

/** An entry that is not in this log leads to nothing. */
const behind = ({ orgId }: Log, after?: string): RawBuilder<unknown> => {
  if (after === undefined) return sql``
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(after)) return sql`and false`
  return sql`and (a.at, a.id) < (select k.at, k.id from audit_log k where k.org_id = ${orgId} and k.id = ${after})`
}

function only({ zone }: Log, { q = '', kind, person, from, to }: AuditSearch): RawBuilder<unknown> {
  const words = folded(q).split(/\s+/).filter(Boolean).slice(0, 8)
  const conditions = [
    ...words.map(
      (
        word,
      ) => sql`(position(${word} in fold_case(a.action || ' ' || a.actor_name || ' ' || a.by_name || ' ' || a.subject || ' ' || a.details::text || ' ' || a.address)) > 0
        or a.action = any(${actionsMatching(word)}::text[]))`,
    ),
    ...(kind ? [sql`split_part(a.action, '.', 1) = ${kind}`] : []),
    ...(person
      ? [sql`position(${folded(person)} in fold_case(a.actor_name || ' ' || a.by_name || ' ' || a.subject)) > 0`]
      : []),
    ...(from ? [sql`a.at >= ${startOfDay(zone, from)}::timestamptz`] : []),
    ...(to ? [sql`a.at < ${startOfDay(zone, addDays(to, 1))}::timestamptz`] : []),
  ]
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

/** The kinds of actions that are in the log. */
async function kindsOf(tx: Tx, { orgId }: Log): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct split_part(a.action, '.', 1) as kind from audit_log a where a.org_id = ${orgId} order by 1`.execute(
    tx,
  )
  return rows.map(({ kind }) => kind)
}
