// Queries of digests for people who manage content.

import { type RawBuilder, sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { readRecipients, recurringMails } from '#core/server/recurring/recipients.ts'
import { type MailRun, readRuns } from '#core/server/recurring/runs.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { kindLabels } from '../../library/listing.ts'
import { picturesOfLinks } from '../../links/server/previews.ts'
import {
  type Digest,
  type DigestItem,
  type DigestPerson,
  type DigestRecipient,
  type DigestRun,
  MOST_PEOPLE_SENT,
  type SkippedCount,
} from '../contract.ts'
import { contentsOf, type DigestContent, lengthOf, pathOfContent } from './contents.ts'
import { clicksOf } from './mail/clicks.ts'
import { mailPictureOf } from './mail/pictures.ts'
import { contactCount, skippedOf } from './reach.ts'
import { type DigestRow, digestMail, type ItemRow, readDigest } from './rows.ts'

const PAGE = 25

type Row = Omit<DigestRow, 'name' | 'made' | 'next_run' | 'author_id'> & {
  created_at: string
  modified_at: string
  author: Digest['author']
  items: ItemRow[]
  recipients: Digest['recipients']
  recipient_count: number
  list_ids: string[]
  left_out_ids: string[] | null
  left_out_count: number
  contacts: number
}

type Asked = { session: SignedInSession; now: string }

/**
 * Returns a page of digests, newest first. `before` is the last one of the previous page. Throws 404 if it doesn't
 * exist.
 */
export async function digestsOf(
  tx: Tx,
  asked: Asked,
  before: string | undefined,
): Promise<{ digests: Digest[]; next: string | null }> {
  if (before !== undefined) await digestOf(tx, asked, before)
  const digests = await digestsWhere(tx, asked, before === undefined ? sql`true` : isEarlier(before))
  return { digests, next: digests.length < PAGE ? null : digests.at(-1)!.id }
}

const isEarlier = (id: string) =>
  sql`(d.created_at, d.id) < (select b.created_at, b.id from digests b where b.org_id = ${currentOrgId} and b.id = ${id})`

/** Throws 404 if there is no such digest. */
export async function digestOf(tx: Tx, asked: Asked, id: string): Promise<Digest> {
  const [digest] = await digestsWhere(tx, asked, sql`d.id = ${id}`)
  if (!digest) throw notFound(cannotFind('digest'))
  return digest
}

async function digestsWhere(tx: Tx, { session, now }: Asked, where: RawBuilder<unknown>): Promise<Digest[]> {
  const { zone, id: orgId } = session.org
  const { rows } = await tx.sql<Row>`
    select d.id, d.title, d.curated_by, d.description, d.subject, d.preheader, d.greets, d.start, d.frequency, d.template_id, d.auto_populate, d.status, d.next_at, d.revision,
      d.created_at, d.modified_at,
      case when a.id is not null then jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'is_here', a.deactivated_at is null) end as author,
      (select coalesce(jsonb_agg(jsonb_build_object('content_id', i.content_id, 'link', i.link, 'is_auto', i.is_auto) order by i.position), '[]')
        from digest_items i where i.org_id = d.org_id and i.digest_id = d.id) as items,
      p.recipient_count, x.left_out_count,
      case when p.recipient_count <= ${MOST_PEOPLE_SENT} then (
        select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'is_deactivated', u.deactivated_at is not null) order by u.last_name, u.first_name, u.id), '[]')
        from digest_people p join users u on u.org_id = p.org_id and u.id = p.user_id where p.org_id = d.org_id and p.digest_id = d.id) end as recipients,
      (select coalesce(array_agg(l.list_id order by l.list_id), '{}') from digest_lists l where l.org_id = d.org_id and l.digest_id = d.id) as list_ids,
      case when x.left_out_count <= ${MOST_PEOPLE_SENT} then (
        select coalesce(array_agg(x.user_id order by x.user_id), '{}') from digest_left_out x where x.org_id = d.org_id and x.digest_id = d.id) end as left_out_ids,
      ${contactCount} as contacts
    from digests d left join users a on a.org_id = d.org_id and a.id = d.author_id
    cross join lateral (select count(*)::int as recipient_count from digest_people p where p.org_id = d.org_id and p.digest_id = d.id) p
    cross join lateral (select count(*)::int as left_out_count from digest_left_out x where x.org_id = d.org_id and x.digest_id = d.id) x
    where d.org_id = ${currentOrgId} and ${where} order by d.created_at desc, d.id desc limit ${PAGE}`
  const named = rows.flatMap(({ items }) => items.flatMap(({ content_id }) => content_id ?? []))
  const contents = await contentsOf(tx, [...new Set(named)], { zone, now })
  const pictures = await picturesOfLinks(
    tx,
    rows.flatMap(({ items }) => items.flatMap(({ link }) => link?.preview_id ?? [])),
  )
  const runs = await digestRuns(
    tx,
    rows.map(({ id }) => id),
    zone,
  )
  return rows.map(({ start, next_at, created_at, modified_at, items, ...row }) => ({
    ...row,
    date: start || null,
    contents: items.map((item) => shown(tx, item, { orgId, contents, pictures })),
    next_run: next_at && row.status !== 'cancelled' ? stampIn(zone, next_at) : null,
    zone,
    runs: runs.get(row.id) ?? [],
    created: stampIn(zone, created_at),
    modified: stampIn(zone, modified_at),
  }))
}

/**
 * Returns a page of the people whom a digest selects by name or leaves out, by ID, which a rename can't reorder between
 * two pages. Throws 404 if there is no such digest.
 */
export async function digestPeople(
  tx: Tx,
  id: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ people: DigestPerson[]; skipped: SkippedCount[]; next: string | null }> {
  await readDigest(tx, id)
  const { rows } = await tx.sql<DigestPerson>`
    select u.id as user_id, u.first_name, u.last_name, u.deactivated_at is not null as is_deactivated,
      bool_or(c.is_recipient) as is_recipient, bool_or(not c.is_recipient) as is_left_out
    from (select user_id, true as is_recipient from digest_people where org_id = ${currentOrgId} and digest_id = ${id}
      union all select user_id, false from digest_left_out where org_id = ${currentOrgId} and digest_id = ${id}) c
    join users u on u.org_id = ${currentOrgId} and u.id = c.user_id
    where u.id > ${after ?? FIRST_ID} group by u.org_id, u.id order by u.id limit ${limit}`
  return { people: rows, skipped: await skippedOf(tx, id), next: rows.length < limit ? null : rows.at(-1)!.user_id }
}

type Known = { orgId: string; contents: ReadonlyMap<string, DigestContent>; pictures: ReadonlyMap<string, string> }

function shown(tx: Tx, { content_id, link, is_auto }: ItemRow, { orgId, contents, pictures }: Known): DigestItem {
  if (content_id === null) {
    const { preview_id, url, title, description, duration } = link!
    const thumbnail_url = pictureAt(tx, orgId, pictures.get(preview_id ?? ''))
    const of = { url, title, description, duration, thumbnail_url, kind: 'Link' }
    return { ...of, content_id, allow_external: true, is_auto, is_gone: false, external: link }
  }
  const content = contents.get(content_id)
  return {
    content_id,
    title: content?.name ?? '',
    description: content?.description ?? '',
    kind: content ? kindLabels[content.kind] : '',
    url: content ? content.blog_url || pathOfContent(content_id) : '',
    thumbnail_url: content ? pictureAt(tx, content.org_id, content.thumbnail_id) : '',
    duration: lengthOf(content?.seconds ?? 0),
    allow_external: content?.allow_external ?? false,
    is_auto,
    is_gone: !content || content.is_expired,
    external: null,
  }
}

/** The same image as in the emails. */
const pictureAt = (tx: Tx, orgId: string, id: string | null | undefined) =>
  id ? mailPictureOf(tx, '', { orgId, id }).url : ''

/** Returns the runs of these digests by digest id, latest first. */
export async function digestRuns(tx: Tx, ids: string[], zone: string): Promise<Map<string, DigestRun[]>> {
  const found = await readRuns(tx, digestMail, { zone, ids, most: null })
  const clicks = await clicksOf(
    tx,
    [...found.values()].flat().map(({ id }) => id),
  )
  const runIn = ({ counts, state, message, ...run }: MailRun): DigestRun => ({
    ...run,
    state: state as DigestRun['state'],
    message: state === 'nothing_new' ? (run.skipped ? 'Nothing new, so not sent' : 'No recipients, not sent') : message,
    waiting: run.waiting + (counts.sending ?? 0),
    opened: 0,
    clicked: clicks.get(run.id)?.people ?? 0,
  })
  return new Map([...found].map(([id, those]) => [id, those.map(runIn)]))
}

/**
 * Returns the recipients by name. Throws 404 if the run doesn't belong to this digest, and 409 if its recipients have
 * been purged.
 */
export async function digestRecipients(
  tx: Tx,
  { org }: SignedInSession,
  digestId: string,
  runId: string,
): Promise<DigestRecipient[]> {
  const run = await tx.sql<{ is_forgotten: boolean }>`
    select forgotten_at is not null as is_forgotten from digest_runs where org_id = ${currentOrgId} and digest_id = ${digestId} and id = ${runId}`
  if (!run.rows[0]) throw notFound(cannotFind('run'))
  if (run.rows[0].is_forgotten)
    throw new Refusal('forgotten', 'Recipient details are kept for two years. The totals stay.', 409)
  return readRecipients(tx, digestMail, { zone: org.zone, runId })
}

/** Returns the digests that a person was sent, for the export of their data. */
export const myDigests = recurringMails(digestMail, sql`s.title as digest`)
