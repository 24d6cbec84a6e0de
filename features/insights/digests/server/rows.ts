// Reads rows of digests in the form that the rules take.

import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Frequency } from '#core/contract/series.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Recurring } from '#core/server/recurring/recurring.ts'
import type { ExternalContent } from '../contract.ts'
import { keyOfContent, keyOfLink } from '../items.ts'
import type { DigestStatus } from '../state.ts'

export const digestMail: Recurring = {
  name: 'digests',
  audited: 'digest',
  schedules: sql.raw('digests'),
  runs: sql.raw('digest_runs'),
  recipients: sql.raw('digest_recipients'),
  schedule: 'digest_id',
  input: 'digestId',
  isOn: sql`s.status = 'scheduled'`,
  open: 'sending',
  pending: ['waiting', 'sending'],
  task: { name: 'digests.send' },
  isOneAtATime: false,
  runColumns: sql``,
  // They are stored when the run ends, so purging the recipients doesn't change them.
  counts: sql`case when r.state <> 'sending' then r.counts end`,
  joined: sql``,
  state: sql`d.state`,
  columns: sql`d.problem as reason, d.moved_at as at, d.tries`,
}

/** Whom a digest selects, on which lists, and whom it leaves out. */
const linked = (table: string, to: string) => ({ table, from: 'digest_id', to })
export const digestUserLinks = linked('digest_people', 'user_id')
export const digestListLinks = linked('digest_lists', 'list_id')
export const digestLeftOutLinks = linked('digest_left_out', 'user_id')

export type DigestRow = {
  id: string
  /** Title in the audit log. */
  name: string
  title: string
  curated_by: string
  description: string
  subject: string
  preheader: string
  greets: boolean
  start: string
  frequency: Frequency
  template_id: string | null
  auto_populate: boolean
  status: DigestStatus
  next_run: number
  next_at: string | null
  made: number
  author_id: string | null
  revision: number
}

export type ItemRow = { content_id: string | null; link: ExternalContent | null; is_auto: boolean }

/** Locks the row until the transaction ends. Throws 404. */
export const lockDigest = (tx: Tx, id: string): Promise<DigestRow> => digestRow(tx, id, sql`for update`)
/** Throws 404 if there is no such digest. */
export const readDigest = (tx: Tx, id: string): Promise<DigestRow> => digestRow(tx, id, sql``)

async function digestRow(tx: Tx, id: string, lock: RawBuilder<unknown>): Promise<DigestRow> {
  const { rows } = await tx.sql<DigestRow>`
    select id, coalesce(nullif(title, ''), 'Untitled') as name, title, curated_by, description, subject, preheader, greets, start, frequency, template_id, auto_populate, status, next_run, next_at, made, author_id, revision
    from digests where org_id = ${currentOrgId} and id = ${id} ${lock}`
  if (!rows[0]) throw notFound(cannotFind('digest'))
  return rows[0]
}

export async function itemsOf(tx: Tx, digestId: string): Promise<ItemRow[]> {
  const { rows } = await tx.sql<ItemRow>`
    select content_id, link, is_auto from digest_items where org_id = ${currentOrgId} and digest_id = ${digestId} order by position`
  return rows
}

export const rowKey = ({ content_id, link }: Pick<ItemRow, 'content_id' | 'link'>): string =>
  content_id === null ? keyOfLink(link!.url) : keyOfContent(content_id)

export async function saveItems(tx: Tx, digestId: string, items: readonly ItemRow[]): Promise<void> {
  await tx.sql`delete from digest_items where org_id = ${currentOrgId} and digest_id = ${digestId}`
  const rows = items.map((item, position) => ({ ...item, position }))
  await tx.sql`
    insert into digest_items (org_id, digest_id, position, content_id, link, is_auto)
    select ${currentOrgId}, ${digestId}, r.position, r.content_id, r.link, r.is_auto
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position int, content_id uuid, link jsonb, is_auto boolean) returning 1`
}
