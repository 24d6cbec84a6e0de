// Reads rows of digests in the form that the rules take.

import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Frequency } from '#core/contract/series.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ExternalContent } from '../contract.ts'
import { keyOfContent, keyOfLink } from '../items.ts'
import type { DigestStatus } from '../state.ts'

export type DigestRow = {
  id: string
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
    select id, title, curated_by, description, subject, preheader, greets, start, frequency, template_id, auto_populate, status, next_run, next_at, made, author_id, revision
    from digests where org_id = ${currentOrgId} and id = ${id} ${lock}`
  if (!rows[0]) throw notFound(cannotFind('digest'))
  return rows[0]
}

export async function itemsOf(tx: Tx, digestId: string): Promise<ItemRow[]> {
  const { rows } = await tx.sql<ItemRow>`
    select content_id, link, is_auto from digest_items where org_id = ${currentOrgId} and digest_id = ${digestId} order by position`
  return rows
}

/** Number of a run's emails per state. */
export type RunCounts = Partial<Record<'waiting' | 'sending' | 'sent' | 'failed' | 'doubt' | 'skipped', number>>

/** SQL over a run `r`: counts. They are stored when the run ends, so purging the recipients doesn't change them. */
export const countsOfRun = sql<RunCounts>`case when r.state <> 'sending' then coalesce(r.counts, '{}') else
  (select coalesce(jsonb_object_agg(s.state, s.n), '{}') from (select w.state, count(*)::int as n from digest_recipients w
    where w.org_id = r.org_id and w.run_id = r.id group by w.state) s) end`

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
