// Creates and edits digests and moves them between states.

import { sql } from 'kysely'
import { changedMeanwhile, invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { type Frequency, instantOfRun, nextRunAfter } from '#core/contract/series.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { attachPreviews } from '../../links/server/previews.ts'
import type { DigestChange, DigestInput } from '../contract.ts'
import { digestMessages, stampOf } from '../fields.ts'
import { validateDigest } from '../rules.ts'
import { nextState } from '../state.ts'
import { contentsOf } from './contents.ts'
import { checkChoice } from './lists.ts'
import { populated } from './populating.ts'
import { contactIdsOf } from './reach.ts'
import { type DigestRow, type ItemRow, itemsOf, lockDigest, saveItems } from './rows.ts'
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
  await checkParts(tx, doing, input, [], { user_ids: [], group_ids: [] })
  const items = await itemsFor(tx, doing, input, [], session.actor.id)
  const id = newId()
  const start = input.date ? stampOf(zone, input.date) : ''
  const frequency = input.frequency as Frequency
  const at = input.draft ? null : instantOfRun({ start, frequency, zone }, 0)
  await tx.sql`
    insert into digests (org_id, id, title, curated_by, description, subject, preheader, greets, start, frequency, template_id, auto_populate, status, next_at, author_id, created_at, modified_at)
    values (${currentOrgId}, ${id}, ${input.title}, ${input.curated_by}, ${input.description}, ${input.subject}, ${input.preheader}, ${input.greets}, ${start}, ${frequency}, ${input.template_id}, ${input.auto_populate},
      ${input.draft ? 'draft' : 'scheduled'}, ${at}::timestamptz, ${session.actor.id}, ${now}::timestamptz, ${now}::timestamptz)`
  await saveParts(tx, id, input, items)
  if (!input.draft) await refuseNoContact(tx, id)
  return { id, items: items.length }
}

/** Throws 409 if the digest is being sent or was sent, or if someone has edited it since it was read. */
export async function editDigest(tx: Tx, doing: DigestMutation, id: string, input: DigestChange): Promise<void> {
  await changeDigest(tx, doing, id, input)
  await audit(tx, doing.session, { action: 'digest.changed', subject: { id, name: input.title || 'Untitled' } })
}

/** Does the same as `editDigest` without an audit entry. */
export async function changeDigest(tx: Tx, doing: Making, id: string, input: DigestChange): Promise<void> {
  const { session, now } = doing
  const { zone } = session.org
  const row = await lockDigest(tx, id)
  if (input.revision !== undefined && input.revision !== row.revision) throw changedMeanwhile('digest')
  nextState(row.status, 'edit', { hasNext: true })
  const frequency = input.frequency as Frequency
  const start = input.date ? stampOf(zone, input.date) : ''
  const isSameTime = start === row.start && frequency === row.frequency && row.next_at !== null && row.next_at > now
  refuseProblems({ ...linkProblems(input), ...validateDigest(input, { now, zone, isNow: isSameTime }) })
  const earlier = await itemsOf(tx, id)
  await checkParts(tx, doing, input, earlier, { user_ids: await peopleOf(tx, id), group_ids: [] })
  const items = await itemsFor(tx, doing, input, earlier, row.author_id)
  const series = { start, frequency, zone }
  const next = input.draft ? null : isSameTime ? { n: row.next_run, at: row.next_at } : nextRunAfter(series, 0, now)
  const status = input.draft
    ? 'draft'
    : row.status === 'paused'
      ? 'paused'
      : nextState(row.status, 'schedule', { hasNext: true })
  await tx.sql`
    update digests set title = ${input.title}, curated_by = ${input.curated_by}, description = ${input.description},
      subject = ${input.subject}, preheader = ${input.preheader}, greets = ${input.greets}, start = ${start},
      frequency = ${frequency}, template_id = ${input.template_id}, auto_populate = ${input.auto_populate}, status = ${status},
      next_run = ${next?.n ?? 0}, next_at = ${next?.at ?? null}::timestamptz, modified_at = ${now}::timestamptz, revision = revision + 1
    where org_id = ${currentOrgId} and id = ${id}`
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
  await move(tx, doing, row, { status: nextState(row.status, 'pause', { hasNext: true })! }, 'digest.paused')
}

/** Runs missed during the pause aren't made up for. */
export async function resumeDigest(tx: Tx, doing: DigestMutation, id: string): Promise<void> {
  const row = await lockDigest(tx, id)
  const series = { start: row.start, frequency: row.frequency, zone: doing.session.org.zone }
  const next = row.start ? nextRunAfter(series, row.next_run, doing.now) : null
  const status = nextState(row.status, 'resume', { hasNext: next !== null })!
  await move(tx, doing, row, { status, next_run: next!.n, next_at: next!.at }, 'digest.resumed')
}

export async function cancelDigest(tx: Tx, doing: DigestMutation, id: string): Promise<void> {
  const row = await lockDigest(tx, id)
  await move(
    tx,
    doing,
    row,
    { status: nextState(row.status, 'cancel', { hasNext: true })!, next_at: null },
    'digest.cancelled',
  )
}

export async function removeDigest(tx: Tx, { session }: DigestMutation, id: string): Promise<void> {
  const row = await lockDigest(tx, id)
  const { rows } = await tx.sql`
    select from digest_runs where org_id = ${currentOrgId} and digest_id = ${id} and state = 'sending' limit 1`
  // Failed emails of a sent digest can be pending again.
  nextState(rows.length > 0 ? 'sending' : row.status, 'delete', { hasNext: true })
  await tx.sql`delete from digests where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, session, { action: 'digest.removed', subject: { id, name: row.title || 'Untitled' } })
}

/** Creates a draft with the same content and recipients, owned by the caller. Returns its id. */
export async function duplicateDigest(tx: Tx, { session, now }: DigestMutation, id: string): Promise<string> {
  const row = await lockDigest(tx, id)
  const copy = newId()
  await tx.sql`
    insert into digests (org_id, id, title, curated_by, description, subject, preheader, greets, frequency, template_id, auto_populate, status, author_id, created_at, modified_at)
    select org_id, ${copy}, title, curated_by, description, subject, preheader, greets, frequency, template_id, auto_populate, 'draft', ${session.actor.id}, ${now}::timestamptz, ${now}::timestamptz
    from digests where org_id = ${currentOrgId} and id = ${id} returning 1`
  await saveItems(tx, copy, await itemsOf(tx, id))
  for (const table of tablesOfPeople.map((one) => sql.table(one)))
    await tx.sql`insert into ${table} select org_id, ${copy}, user_id from ${table} where org_id = ${currentOrgId} and digest_id = ${id} returning 1`
  await tx.sql`insert into digest_lists select org_id, ${copy}, list_id from digest_lists where org_id = ${currentOrgId} and digest_id = ${id} returning 1`
  await audit(tx, session, { action: 'digest.duplicated', subject: { id: copy, name: row.title || 'Untitled' } })
  return copy
}

type Moved = { status: string; next_run?: number; next_at?: string | null }

async function move(
  tx: Tx,
  { session, now }: DigestMutation,
  row: DigestRow,
  to: Moved,
  action: string,
): Promise<void> {
  const next = { next_run: row.next_run, next_at: row.next_at, ...to }
  await tx.sql`
    update digests set status = ${to.status}, next_run = ${next.next_run}, next_at = ${next.next_at}::timestamptz,
      modified_at = ${now}::timestamptz, revision = revision + 1
    where org_id = ${currentOrgId} and id = ${row.id}`
  await audit(tx, session, { action, subject: { id: row.id, name: row.title || 'Untitled' } })
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

/** Tables of the people that a digest selects and leaves out. */
const tablesOfPeople = ['digest_people', 'digest_left_out'] as const

type Named = { user_ids: string[]; group_ids: string[] }

/** Checks that everything the digest refers to belongs to the firm or was in the digest before. */
async function checkParts(
  tx: Tx,
  { session, now }: Making,
  input: DigestInput,
  earlier: readonly ItemRow[],
  named: Named,
): Promise<void> {
  // The lock lasts until the commit: a concurrent delete has either finished or will find this digest.
  if (input.template_id) await templateRow(tx, input.template_id, 'for key share')
  await checkChoice(tx, { user_ids: [...input.user_ids, ...input.left_out_ids], group_ids: [] }, named)
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
  await tx.sql`delete from digest_lists where org_id = ${currentOrgId} and digest_id = ${id} and list_id <> all(${input.list_ids}::uuid[])`
  const named = { digest_people: input.user_ids, digest_left_out: input.left_out_ids }
  for (const one of tablesOfPeople) {
    const [table, ids] = [sql.table(one), named[one]]
    await tx.sql`delete from ${table} where org_id = ${currentOrgId} and digest_id = ${id} and user_id <> all(${ids}::uuid[])`
    await tx.sql`insert into ${table} select ${currentOrgId}, ${id}, u from unnest(${ids}::uuid[]) u on conflict do nothing`
  }
  await tx.sql`insert into digest_lists select ${currentOrgId}, ${id}, l from unnest(${input.list_ids}::uuid[]) l on conflict do nothing`
}

/** Returns everyone a digest names, selected or left out. */
async function peopleOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.sql<{ user_id: string }>`
    select user_id from digest_people where org_id = ${currentOrgId} and digest_id = ${id}
    union select user_id from digest_left_out where org_id = ${currentOrgId} and digest_id = ${id}`
  return rows.map(({ user_id }) => user_id)
}
