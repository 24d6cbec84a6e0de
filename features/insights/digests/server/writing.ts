// Creates and edits digests and moves them between states.

import { changedMeanwhile, invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { type Frequency, instantOfRun, nextRunAfter, type Series } from '#core/contract/series.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkedIds, saveLinkedIds } from '#core/server/linkedIds.ts'
import { checkRecipients } from '#core/server/recurring/recipients.ts'
import { changeSchedule, insertSchedule, removeSchedule, updateSchedule } from '#core/server/recurring/recurring.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { attachPreviews } from '../../links/server/previews.ts'
import type { DigestChange, DigestInput } from '../contract.ts'
import { digestMessages, stampOf } from '../fields.ts'
import { validateDigest } from '../rules.ts'
import { nextState } from '../state.ts'
import { contentsOf } from './contents.ts'
import { populated } from './populating.ts'
import { contactIdsOf } from './reach.ts'
import {
  type DigestRow,
  digestLeftOutLinks,
  digestListLinks,
  digestMail,
  digestUserLinks,
  type ItemRow,
  itemsOf,
  lockDigest,
  saveItems,
} from './rows.ts'
import { templateRow } from './templates.ts'

/** The person who acts, without what the audit log needs. */
type Maker = Pick<SignedInSession, 'actor'> & { org: Pick<SignedInSession['org'], 'zone'> }
type Making = Pick<DigestMutation, 'now' | 'key'> & { session: Maker }

export type DigestMutation = {
  session: SignedInSession
  now: string
  /** The request's idempotency key. */
  key: string
}

/** Returns the new id. Throws 400 with a message for each invalid field, and 404 for anything outside the firm. */
export async function addDigest(tx: Tx, doing: DigestMutation, input: DigestInput): Promise<string> {
  const { id, items } = await insertDigest(tx, doing, input)
  await audit(tx, doing.session, {
    action: input.draft ? 'digest.drafted' : 'digest.scheduled',
    subject: { id, name: input.title || 'Untitled' },
    details: { people: input.user_ids.length, lists: input.list_ids.length, items },
  })
  return id
}

/** Does the same as `addDigest` without an audit entry. Also returns the number of items. */
export async function insertDigest(tx: Tx, doing: Making, input: DigestInput): Promise<{ id: string; items: number }> {
  const { session, now } = doing
  const { zone } = session.org
  refuseProblems({ ...linkProblems(input), ...validateDigest(input, { now, zone }) })
  await checkParts(tx, doing, input, [], [])
  const items = await itemsFor(tx, doing, input, [], session.actor.id)
  const series = seriesOf(input, zone)
  const id = await insertSchedule(tx, digestMail, now, {
    ...storedIn(input),
    start: series.start,
    status: input.draft ? 'draft' : 'scheduled',
    next_at: input.draft ? null : instantOfRun(series, 0),
    author_id: session.actor.id,
  })
  await saveParts(tx, id, input, items)
  if (!input.draft) await refuseNoContact(tx, id)
  return { id, items: items.length }
}

/** Columns that a copy has too. */
const storedIn = (given: Omit<DigestInput, 'date'> | DigestRow) => ({
  title: given.title,
  curated_by: given.curated_by,
  description: given.description,
  subject: given.subject,
  preheader: given.preheader,
  greets: given.greets,
  frequency: given.frequency,
  template_id: given.template_id,
  auto_populate: given.auto_populate,
})

const seriesOf = ({ date, frequency }: DigestInput, zone: string): Series => ({
  start: date ? stampOf(zone, date) : '',
  frequency: frequency as Frequency,
  zone,
})

/** Throws 409 if the digest is being sent or was sent, or if someone has edited it since it was read. */
export async function editDigest(tx: Tx, doing: DigestMutation, id: string, input: DigestChange): Promise<void> {
  await changeDigest(tx, doing, id, input)
  await audit(tx, doing.session, { action: 'digest.changed', subject: { id, name: input.title || 'Untitled' } })
}

/** Does the same as `editDigest` without an audit entry. */
export async function changeDigest(tx: Tx, doing: Making, id: string, change: DigestChange): Promise<void> {
  const { session, now } = doing
  const { zone } = session.org
  const row = await lockDigest(tx, id)
  if (change.revision !== undefined && change.revision !== row.revision) throw changedMeanwhile('digest')
  const users = await linkedIds(tx, digestUserLinks, id)
  const leftOut = await linkedIds(tx, digestLeftOutLinks, id)
  const input = { ...change, user_ids: change.user_ids ?? users, left_out_ids: change.left_out_ids ?? leftOut }
  nextState(row.status, 'edit')
  const series = seriesOf(input, zone)
  const { start, frequency } = series
  const isSameTime = start === row.start && frequency === row.frequency && row.next_at !== null && row.next_at > now
  refuseProblems({ ...linkProblems(input), ...validateDigest(input, { now, zone, isNow: isSameTime }) })
  const earlier = await itemsOf(tx, id)
  await checkParts(tx, doing, input, earlier, [...users, ...leftOut])
  const items = await itemsFor(tx, doing, input, earlier, row.author_id)
  const next = input.draft ? null : isSameTime ? { n: row.next_run, at: row.next_at } : nextRunAfter(series, 0, now)
  const status = input.draft ? 'draft' : row.status === 'paused' ? 'paused' : nextState(row.status, 'schedule')
  const when = { start, next_run: next?.n ?? 0, next_at: next?.at ?? null }
  await updateSchedule(tx, digestMail, id, { ...storedIn(input), ...when, status, modified_at: now })
  await saveParts(tx, id, input, items)
  if (!input.draft) await refuseNoContact(tx, id)
}

/** Throws 400 for a digest that no one would get: its lists are empty, or everyone has unsubscribed. */
export async function refuseNoContact(tx: Tx, id: string): Promise<void> {
  const contacts = await contactIdsOf(tx, id)
  if (contacts.length === 0) throw invalid({ user_ids: digestMessages.noContact }, digestMessages.noContact)
}

export async function pauseDigest(tx: Tx, doing: DigestMutation, id: string): Promise<void> {
  const row = await lockDigest(tx, id)
  await changeSchedule(tx, digestMail, doing, row, {
    action: 'paused',
    set: { status: nextState(row.status, 'pause') },
  })
}

/** Runs missed during the pause aren't made up for. */
export async function resumeDigest(tx: Tx, doing: DigestMutation, id: string): Promise<void> {
  const row = await lockDigest(tx, id)
  const series = { start: row.start, frequency: row.frequency, zone: doing.session.org.zone }
  const next = row.start ? nextRunAfter(series, row.next_run, doing.now) : null
  const status = nextState(row.status, 'resume', { hasNext: next !== null })
  await changeSchedule(tx, digestMail, doing, row, {
    action: 'resumed',
    set: { status, next_run: next!.n, next_at: next!.at },
  })
}

export async function cancelDigest(tx: Tx, doing: DigestMutation, id: string): Promise<void> {
  const row = await lockDigest(tx, id)
  await changeSchedule(tx, digestMail, doing, row, {
    action: 'cancelled',
    set: { status: nextState(row.status, 'cancel'), next_at: null },
  })
}

export async function removeDigest(tx: Tx, doing: DigestMutation, id: string): Promise<void> {
  const row = await lockDigest(tx, id)
  const { rows } = await tx.sql`
    select from digest_runs where org_id = ${currentOrgId} and digest_id = ${id} and state = 'sending' limit 1`
  // Failed emails of a sent digest can be pending again.
  nextState(rows.length > 0 ? 'sending' : row.status, 'delete')
  await removeSchedule(tx, digestMail, doing, row)
}

/** Creates a draft with the same content and recipients, owned by the caller. Returns its id. */
export async function duplicateDigest(tx: Tx, { session, now }: DigestMutation, id: string): Promise<string> {
  const row = await lockDigest(tx, id)
  const columns = { ...storedIn(row), status: 'draft', author_id: session.actor.id }
  const copy = await insertSchedule(tx, digestMail, now, columns)
  await saveItems(tx, copy, await itemsOf(tx, id))
  for (const links of [digestUserLinks, digestLeftOutLinks, digestListLinks])
    await saveLinkedIds(tx, links, copy, await linkedIds(tx, links, id))
  await audit(tx, session, { action: 'digest.duplicated', subject: { id: copy, name: row.name } })
  return copy
}

export function refuseProblems(problems: Record<string, string>): void {
  const [first] = Object.values(problems)
  if (first === undefined) return
  // The form shows these messages as a toast.
  const told = [digestMessages.tooSoon, digestMessages.added].find((one) => Object.values(problems).includes(one))
  throw invalid(problems, told)
}

/** Reports URLs that can't be parsed, such as 'https://1.2.3.256'. */
const linkProblems = ({ external_content }: DigestInput): Record<string, string> =>
  external_content.every(({ url }) => URL.canParse(url)) ? {} : { external_content: digestMessages.link }

/** Checks that everything the digest refers to belongs to the firm or was in the digest before. */
async function checkParts(
  tx: Tx,
  { session, now }: Making,
  input: DigestInput,
  earlier: readonly ItemRow[],
  named: readonly string[],
): Promise<void> {
  // The lock lasts until the commit: a concurrent delete has either finished or will find this digest.
  if (input.template_id) await templateRow(tx, input.template_id, 'for key share')
  await checkRecipients(tx, [...input.user_ids, ...input.left_out_ids], named)
  const lists = new Set(input.list_ids.map((id) => id.toLowerCase()))
  const { rows } = await tx.sql<{ count: number }>`
    with named as (select from distribution_lists where org_id = ${currentOrgId} and id = any(${[...lists]}::uuid[]) order by id for key share)
    select count(*)::int as count from named`
  if (rows[0]!.count !== lists.size) throw notFound(cannotFind('list'))
  const known = new Set(earlier.flatMap(({ content_id }) => content_id ?? []))
  const asked = input.videoinsight_ids.map((id) => id.toLowerCase()).filter((id) => !known.has(id))
  const found = await contentsOf(tx, asked, { zone: session.org.zone, now })
  if (asked.some((id) => !found.has(id))) throw notFound(cannotFind('content'))
  const expired = asked.find((id) => found.get(id)!.is_expired)
  if (expired) throw invalid({ videoinsight_ids: `“${found.get(expired)!.name}” has expired.` })
}

/** Returns the chosen items, then links, then auto-populated ones. Turning auto-populate off removes its items. */
async function itemsFor(
  tx: Tx,
  { session, now, key }: Making,
  input: DigestInput,
  earlier: readonly ItemRow[],
  authorId: string | null,
): Promise<ItemRow[]> {
  const added = new Set(earlier.flatMap(({ content_id, is_auto }) => (is_auto && content_id ? [content_id] : [])))
  const sent = input.videoinsight_ids.map((id) => id.toLowerCase())
  const chosen: ItemRow[] = sent
    .filter((id) => !added.has(id))
    .map((content_id) => ({ content_id, link: null, is_auto: false }))
  const links: ItemRow[] = input.external_content.map((link) => ({ content_id: null, link, is_auto: false }))
  const others = [...chosen, ...links]
  let auto: ItemRow[] = []
  if (input.auto_populate) {
    const kept = sent.filter((id) => added.has(id))
    const stay = kept.length > 0 ? kept : [...added]
    auto = stay.map((content_id) => ({ content_id, link: null, is_auto: true }))
    const today = { zone: session.org.zone, now }
    if (auto.length === 0 && authorId) auto = await populated(tx, { authorId, others, today, seed: key })
  }
  const items = [...others, ...auto]
  if (!input.draft && items.length === 0) throw invalid({ videoinsight_ids: digestMessages.noContent })
  return items
}

async function saveParts(tx: Tx, id: string, input: DigestInput, items: readonly ItemRow[]): Promise<void> {
  await saveItems(tx, id, items)
  await attachPreviews(
    tx,
    items.flatMap(({ link }) => link?.preview_id ?? []),
  )
  await saveLinkedIds(tx, digestUserLinks, id, input.user_ids)
  await saveLinkedIds(tx, digestLeftOutLinks, id, input.left_out_ids)
  await saveLinkedIds(tx, digestListLinks, id, input.list_ids)
}
