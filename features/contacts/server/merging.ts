// Merges two contacts that are the same person, in one transaction, and undoes it for 30 days. Source: RULINGS, section 14.
import { sql } from 'kysely'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Context } from '#core/sync/protocol.ts'
import { type Contact, contactLimits, type MergeInput, mergeTooOld, UNMERGE_DAYS } from '../contract.ts'
import { contactMerged, contactUnmerged } from '../eventsContract.ts'
import { contactNameOf, hasAddress, joinAddresses } from '../namesContract.ts'
import { auditMerge } from './mergeAudit.ts'
import { type MovedReferrals, moveReferrals, moveReferralsBack } from './movingReferrals.ts'
import { type ContactFields, recordContactEvent, updateContact } from './records.ts'
import {
  type ContactViewer,
  fieldsOf,
  firstFieldsOf,
  followFirst,
  readContact,
  refreshAround,
  showFirst,
} from './store.ts'

/** `into_place` is the place of the contact that stays, null if it wasn't on the Target. */
type Link = { target_id: string; role: string; place: number; into_place: number | null }
/** `has_both`: the touch had the contact that stays too. */
type TouchLink = { touch_id: string; place: number; has_both: boolean }
/** `before` and `after` are the fields of the contact that stays. `touches` and `referrals` are missing in older merges. */
type Merge = {
  merged: ContactFields
  before: ContactFields
  after: ContactFields
  links: Link[]
  touches?: TouchLink[]
  referrals?: MovedReferrals
  keptBy: string | null
}

type Pair = {
  merged: Contact
  into: Contact
  isPrivate: boolean
  /** One of the two is private. */
  isHidden: boolean
  keptBy: string | null
}

/** Returns the contact that stays. Throws 404 for a contact that the person doesn't see, 409 for one that is merged. */
export async function mergeContacts(
  tx: Tx,
  viewer: ContactViewer,
  id: string,
  { into: intoId, fields }: MergeInput,
  context: Context,
): Promise<Contact> {
  if (id === intoId) throw new Refusal('invalid', 'Choose another contact.', 400, { into: 'Choose another contact.' })
  const { merged, into, isPrivate, isHidden, keptBy } = await lockPair(tx, viewer, id, intoId)
  const before = fieldsOf(into)
  const after = { ...joinedFields(before, fieldsOf(merged)), ...fields, id: intoId }
  refuseTooMany(after)
  const { rows: links } = await tx.sql<Link>`
    select l.target_id, l.role, l.place, (
      select o.place from target_contacts o where o.org_id = l.org_id and o.target_id = l.target_id and o.contact_id = ${intoId}) as into_place
    from target_contacts l where l.org_id = ${currentOrgId} and l.contact_id = ${id} order by l.target_id`
  await freeEmails(tx, id)
  await updateContact(tx, before, after, { isPrivate, at: context.now })
  await moveLinks(tx, id, intoId, links)
  const touches = await moveTouches(tx, id, intoId)
  const referrals = await moveReferrals(tx, id, intoId)
  const data: Merge = { merged: fieldsOf(merged), before, after, links, touches, referrals, keptBy }
  void tx.send(sql`
    insert into contact_merges (org_id, contact_id, into_id, user_id, at, data)
    values (${currentOrgId}, ${id}, ${intoId}, ${context.actor.id}, ${context.now}, ${JSON.stringify(data)}::jsonb)`)
  void tx.send(
    sql`update contacts set merged_into = ${intoId}, kept_by = null where org_id = ${currentOrgId} and id = ${id}`,
  )
  void tx.send(sql`delete from contact_words where org_id = ${currentOrgId} and contact_id = ${id}`)
  recordContactEvent(tx, intoId, contactMerged({ merged_id: id, name: contactNameOf(merged) }), context)
  await followFirst(tx, into, { ...into, ...after }, context.now)
  await followMoved(tx, [id, intoId], links, after, context)
  await auditMerge(tx, viewer, context, { action: 'contact.merged', contact: after, isHidden })
  return (await readContact(tx, viewer, intoId))!
}

/** Locks the Targets of both first, as their own changes do, then both contacts in the order of their IDs. */
async function lockPair(tx: Tx, viewer: ContactViewer, id: string, intoId: string): Promise<Pair> {
  await lockTargetsOf(tx, [id, intoId])
  const { rows } = await tx.sql<{
    id: string
    merged_into: string | null
    is_private: boolean
    kept_by: string | null
  }>`
    select id, merged_into, is_private, kept_by from contacts where org_id = ${currentOrgId} and id = any(${[id, intoId]}::uuid[]) order by id for update`
  const [merged, into] = [await readContact(tx, viewer, id), await readContact(tx, viewer, intoId)]
  const known = (which: string) => rows.find((row) => row.id === which)
  if ((known(id)?.merged_into && into) || (known(intoId)?.merged_into && merged))
    throw new Refusal('already_merged', 'One of these contacts was merged in the meantime. Reload the page.', 409)
  if (!merged || !into) throw notFound(cannotFind('contact'))
  if (merged.erased || into.erased) throw new Refusal('not_allowed_now', 'This contact was erased.')
  const isPrivate = known(intoId)!.is_private
  return { merged, into, isPrivate, isHidden: isPrivate || known(id)!.is_private, keptBy: known(id)!.kept_by }
}

const lockTargetsOf = (tx: Tx, ids: string[]) =>
  tx.sql`
    select 1 from targets t where t.org_id = ${currentOrgId}
      and t.id = any(array(
        select tc.target_id from target_contacts tc where tc.org_id = ${currentOrgId} and tc.contact_id = any(${ids}::uuid[])
        union select f.target_id from targets_from(${currentOrgId}, ${ids}::uuid[]) f)) order by t.id for update`

/** The contact that stays keeps its values and takes over what it lacks. */
function joinedFields(into: ContactFields, merged: ContactFields): ContactFields {
  const isNamed = into.first_name !== '' || into.last_name !== ''
  return {
    ...into,
    ...(!isNamed && { first_name: merged.first_name, last_name: merged.last_name }),
    title: into.title || merged.title,
    company: into.company || merged.company,
    note: [into.note, merged.note].filter(Boolean).join('\n\n'),
    emails: joinAddresses(into.emails, merged.emails),
    phones: joinAddresses(into.phones, merged.phones),
  }
}

/** Nothing is dropped without being said. */
function refuseTooMany({ emails, phones, note }: ContactFields): void {
  const { addresses: most } = contactLimits
  for (const [field, list, noun] of [
    ['emails', emails, 'email addresses'],
    ['phones', phones, 'phone numbers'],
  ] as const)
    if (list.length > most) {
      const message = `Together they have ${list.length} ${noun}. Choose up to ${most} to keep.`
      throw new Refusal('too_many', message, 409, { [field]: message })
    }
  if (note.length > contactLimits.note) {
    const message = `Together their notes are longer than ${contactLimits.note} characters. Shorten them first.`
    throw new Refusal('too_many', message, 409, { note: message })
  }
}

const freeEmails = (tx: Tx, id: string) =>
  tx.sql`delete from contact_emails where org_id = ${currentOrgId} and contact_id = ${id}`

/** On a Target with both, the earlier place and the role of the one that stays count. */
async function moveLinks(tx: Tx, id: string, intoId: string, links: readonly Link[]): Promise<void> {
  void tx.send(sql`
    update target_contacts o set place = least(o.place, l.place) from target_contacts l
    where o.org_id = ${currentOrgId} and l.org_id = o.org_id and l.target_id = o.target_id and l.contact_id = ${id} and o.contact_id = ${intoId}`)
  void tx.send(sql`
    delete from target_contacts where org_id = ${currentOrgId} and contact_id = ${id} and target_id = any(${shared(links)}::uuid[])`)
  void tx.send(sql`
    update target_contacts set contact_id = ${intoId} where org_id = ${currentOrgId} and contact_id = ${id}`)
  void tx.send(sql`select close_contact_places(${currentOrgId}, ${links.map(({ target_id }) => target_id)}::uuid[])`)
}

/** Returns the touches with the merged contact, which get the one that stays. */
async function moveTouches(tx: Tx, id: string, intoId: string): Promise<TouchLink[]> {
  const { rows } = await tx.sql<TouchLink>`
    select x.touch_id, x.place, exists (
      select 1 from touch_contacts o where o.org_id = x.org_id and o.touch_id = x.touch_id and o.contact_id = ${intoId}) as has_both
    from touch_contacts x where x.org_id = ${currentOrgId} and x.contact_id = ${id} order by x.touch_id`
  if (rows.length === 0) return rows
  const [both, alone] = [rows.filter((one) => one.has_both), rows.filter((one) => !one.has_both)]
  void tx.send(sql`
    delete from touch_contacts where org_id = ${currentOrgId} and contact_id = ${id} and touch_id = any(${touchIdsOf(both)}::uuid[])`)
  void tx.send(sql`
    update touch_contacts set contact_id = ${intoId} where org_id = ${currentOrgId} and contact_id = ${id} and touch_id = any(${touchIdsOf(alone)}::uuid[])`)
  void tx.send(sql`select refresh_touches(${currentOrgId}, ${touchIdsOf(rows)}::uuid[])`)
  return rows
}

/** Touches that no longer have the contact that stays are left as they are. */
async function moveTouchesBack(tx: Tx, id: string, intoId: string, touches: readonly TouchLink[]): Promise<void> {
  if (touches.length === 0) return
  const rows = JSON.stringify(touches)
  void tx.send(sql`
    insert into touch_contacts (org_id, touch_id, contact_id, place)
    select ${currentOrgId}, r.touch_id, ${id}::uuid, r.place from jsonb_to_recordset(${rows}::jsonb) as r (touch_id uuid, place int)
    join touch_contacts x on x.org_id = ${currentOrgId} and x.touch_id = r.touch_id and x.contact_id = ${intoId} on conflict do nothing`)
  const alone = touchIdsOf(touches.filter((one) => !one.has_both))
  void tx.send(sql`
    delete from touch_contacts where org_id = ${currentOrgId} and contact_id = ${intoId} and touch_id = any(${alone}::uuid[])`)
  void tx.send(sql`select refresh_touches(${currentOrgId}, ${touchIdsOf(touches)}::uuid[])`)
}

const touchIdsOf = (touches: readonly TouchLink[]) => touches.map(({ touch_id }) => touch_id)

const shared = (links: readonly Link[]) =>
  links.flatMap(({ target_id, into_place }) => (into_place === null ? [] : target_id))

/** Targets whose first contact changed show this one. */
async function followMoved(
  tx: Tx,
  contactIds: string[],
  links: readonly Link[],
  contact: ContactFields,
  { now }: Context,
): Promise<void> {
  const firsts = links.flatMap(({ target_id, place }) => (place === 0 ? target_id : []))
  showFirst(tx, firsts, firstFieldsOf(contact), now)
  await refreshAround(tx, contactIds)
}

/**
 * Returns the contact as it was, with its links. What changed on the other one since stays there. Throws 409 after 30
 * days, or if it isn't merged.
 */
export async function undoMergeOf(tx: Tx, viewer: ContactViewer, id: string, context: Context): Promise<Contact> {
  const { rows } = await tx.sql<{ into_id: string; data: Merge; is_late: boolean }>`
    select into_id, data, at < ${context.now}::timestamptz - make_interval(days => ${UNMERGE_DAYS}) as is_late from contact_merges where org_id = ${currentOrgId} and contact_id = ${id}`
  const [merge] = rows
  const seen = merge && (await readContact(tx, viewer, merge.into_id))
  if (!merge || !seen) throw notFound(cannotFind('contact'))
  if (merge.is_late) throw new Refusal('too_late', mergeTooOld, 409)
  const { into_id: intoId, data } = merge
  await lockTargetsOf(tx, [id, intoId])
  await tx.sql`select 1 from contacts where org_id = ${currentOrgId} and id = any(${[id, intoId]}::uuid[]) order by id for update`
  const gone =
    await tx.sql`delete from contact_merges where org_id = ${currentOrgId} and contact_id = ${id} and into_id = ${intoId} returning 1`
  const into = await readContact(tx, viewer, intoId)
  if (gone.rows.length === 0 || !into)
    throw new Refusal('already_unmerged', 'This merge was already undone. Reload the page.', 409)
  const { rows: state } = await tx.sql<{ is_private: boolean }>`
    select is_private from contacts where org_id = ${currentOrgId} and id = ${intoId}`
  const isPrivate = state[0]!.is_private
  const now = fieldsOf(into)
  const left = withoutMerged(now, data)
  await updateContact(tx, now, left, { isPrivate, at: context.now })
  await restore(tx, id, intoId, data, context)
  await moveTouchesBack(tx, id, intoId, data.touches ?? [])
  moveReferralsBack(tx, id, intoId, data.referrals ?? { targets: [], given: [] })
  await followFirst(tx, into, { ...into, ...left }, context.now)
  recordContactEvent(tx, intoId, contactUnmerged({ merged_id: id, name: contactNameOf(data.merged) }), context)
  await followMoved(tx, [id, intoId], data.links, data.merged, context)
  const { rows: hidden } = await tx.sql`
    select 1 from contacts where org_id = ${currentOrgId} and id = any(${[id, intoId]}::uuid[]) and is_private`
  const isHidden = isPrivate || hidden.length > 0
  await auditMerge(tx, viewer, context, { action: 'contact.unmerged', contact: left, isHidden })
  return (await readContact(tx, viewer, id))!
}

/** Gives back each value that the merge changed and that no one has changed since. */
function withoutMerged(now: ContactFields, { before, after, merged }: Merge): ContactFields {
  const taken = (field: 'emails' | 'phones') =>
    now[field].filter((entry) => hasAddress(before[field], entry) || !hasAddress(merged[field], entry))
  const back = (['first_name', 'last_name', 'title', 'company', 'note'] as const).filter(
    (name) => now[name] === after[name],
  )
  return {
    ...now,
    ...Object.fromEntries(back.map((name) => [name, before[name]])),
    emails: taken('emails'),
    phones: taken('phones'),
  }
}

async function restore(
  tx: Tx,
  id: string,
  intoId: string,
  { merged, links, keptBy }: Merge,
  context: Context,
): Promise<void> {
  void tx.send(sql`
    update contacts set merged_into = null, kept_by = ${keptBy}, modified_at = ${context.now} where org_id = ${currentOrgId} and id = ${id}`)
  const [taken] = await updateContact(tx, { ...merged, emails: [] }, merged, { isPrivate: true, at: context.now })
  if (taken !== undefined)
    throw new Refusal('address_taken', `Another contact has the address ${taken} by now. Remove it there first.`, 409)
  // A Target that the contact was removed from in the meantime stays without it.
  const { rows: still } = await tx.sql<{ target_id: string }>`
    select target_id from target_contacts where org_id = ${currentOrgId} and contact_id = ${intoId} and target_id = any(${links.map(({ target_id }) => target_id)}::uuid[])`
  const kept = links.filter((link) => still.some(({ target_id }) => target_id === link.target_id))
  const rows = JSON.stringify(kept)
  void tx.send(sql`
    delete from target_contacts t using jsonb_to_recordset(${rows}::jsonb) as r (target_id uuid, into_place int)
    where t.org_id = ${currentOrgId} and t.target_id = r.target_id and t.contact_id = ${intoId} and r.into_place is null`)
  void tx.send(sql`
    update target_contacts t set place = r.into_place from jsonb_to_recordset(${rows}::jsonb) as r (target_id uuid, into_place int)
    where t.org_id = ${currentOrgId} and t.target_id = r.target_id and t.contact_id = ${intoId} and r.into_place is not null`)
  void tx.send(sql`
    insert into target_contacts (org_id, target_id, contact_id, role, place)
    select ${currentOrgId}, r.target_id, ${id}::uuid, r.role, r.place from jsonb_to_recordset(${rows}::jsonb) as r (target_id uuid, role text, place int) on conflict do nothing`)
  void tx.send(sql`select close_contact_places(${currentOrgId}, ${links.map(({ target_id }) => target_id)}::uuid[])`)
}
