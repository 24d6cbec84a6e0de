import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Store } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import { upkeep } from '#features/targets/server/contract.ts'
import type { Contact } from '../contract.ts'
import { contactNameOf, emailKeyOf } from '../namesContract.ts'
import { storeSent } from '../referrals/server/storeSent.ts'
import type { ContactRecords } from './contract.ts'
import { type ContactFields, insertContacts, recordContactEvent, updateContact } from './records.ts'
import { contactAsSeenBy, seesContact } from './seeing.ts'

export type ContactViewer = Pick<SignedInSession, 'actor' | 'org' | 'program'>

/** Rows as one person sees them. A change that no one made in between can be saved only once. */
export const contactStore = (viewer: ContactViewer): Store<Contact> => ({
  /** Locks the contact's Targets first, as their own changes do. */
  async lock(tx, _, id) {
    await tx.sql`
      select 1 from targets t where t.org_id = ${currentOrgId}
        and t.id = any(array(select tc.target_id from target_contacts tc where tc.org_id = ${currentOrgId} and tc.contact_id = ${id})) order by t.id for update`
    await tx.sql`select 1 from contacts where org_id = ${currentOrgId} and id = ${id} for update`
    return readContact(tx, viewer, id)
  },
  lockEach: async () => [],
  async save(tx, changes) {
    for (const change of changes) await saveContact(tx, change)
  },
})

/** Returns null for a contact that the person doesn't see. */
export async function readContact(tx: Tx, viewer: ContactViewer, id: string): Promise<Contact | null> {
  const { rows } = await tx.sql<{ text: string }>`
    select ${contactAsSeenBy(viewer)} as text from contacts c
    where c.org_id = ${currentOrgId} and c.id = ${id} and c.merged_into is null and ${seesContact(viewer)}`
  return rows[0] ? (JSON.parse(rows[0].text) as Contact) : null
}

/** Returns what a merged contact was, with the ID of the one that it's part of now. Null if the person doesn't see that. */
export async function readMerged(tx: Tx, viewer: ContactViewer, id: string): Promise<Contact | null> {
  const { rows } = await tx.sql<{ into_id: string; merged: ContactFields }>`
    select into_id, data->'merged' as merged from contact_merges where org_id = ${currentOrgId} and contact_id = ${id}`
  const into = rows[0] && (await readContact(tx, viewer, rows[0].into_id))
  if (!into) return null
  return { ...rows[0]!.merged, targets: [], last_touch: null, modified: into.modified, merged_into: into.id }
}

async function saveContact(tx: Tx, { before, after, events, context }: RowChange<Contact>): Promise<void> {
  if (!after) return
  const taken = before ? await edited(tx, before, after, context) : await created(tx, after, context)
  if (taken.length > 0) await refuseTaken(tx, taken, context)
  for (const event of events) recordContactEvent(tx, after.id, event, context)
  await refreshAround(tx, [after.id])
}

/** A contact on no Target is listed for the person who created it, and for no one else. */
async function created(tx: Tx, contact: Contact, { actor, now }: Context): Promise<string[]> {
  const lost = await insertContacts(tx, [{ ...fieldsOf(contact), isPrivate: true, keptBy: actor.id, at: now }])
  return [...lost.values()].flat().concat(await alreadyOf(tx, contact, actor.id))
}

async function edited(tx: Tx, before: Contact, after: Contact, { actor, now }: Context): Promise<string[]> {
  const { rows } = await tx.sql<{ is_private: boolean }>`
    select is_private from contacts where org_id = ${currentOrgId} and id = ${after.id}`
  const lost = await updateContact(tx, fieldsOf(before), fieldsOf(after), { isPrivate: rows[0]!.is_private, at: now })
  await followFirst(tx, before, after, now)
  storeSent(tx, before, after, now)
  const isNew = (email: string) => !before.emails.some((one) => emailKeyOf(one) === emailKeyOf(email))
  return lost.concat(await alreadyOf(tx, { ...after, emails: after.emails.filter(isNew) }, actor.id))
}

/** Returns the addresses that another contact has which the person sees or which isn't private. */
async function alreadyOf(tx: Tx, { id, emails }: Pick<Contact, 'id' | 'emails'>, userId: string): Promise<string[]> {
  if (emails.length === 0) return []
  const { rows } = await tx.sql<{ email: string }>`
    select e.email from contact_emails e where e.org_id = ${currentOrgId} and e.email = any(${emails.map(emailKeyOf)}::text[]) and e.contact_id <> ${id}
      and (not e.is_private or exists (
        select 1 from contact_people p where p.org_id = ${currentOrgId} and p.user_id = ${userId} and p.contact_id = e.contact_id and not p.gone))`
  return rows.map(({ email }) => email)
}

async function refuseTaken(tx: Tx, [email]: string[], { actor }: Context): Promise<never> {
  const { rows } = await tx.sql<Contact>`
    select c.first_name, c.last_name, c.emails, c.phones from contact_emails e join contacts c on c.org_id = e.org_id and c.id = e.contact_id
    join contact_people p on p.org_id = e.org_id and p.contact_id = e.contact_id and p.user_id = ${actor.id} and not p.gone
    where e.org_id = ${currentOrgId} and e.email = ${email!}`
  const message = rows[0]
    ? `${contactNameOf(rows[0])} already has the address ${email}. Merge the two contacts instead.`
    : `Another contact of your firm has the address ${email}. Add it to a Target to see that contact.`
  throw new Refusal('address_taken', message, 409, { emails: message })
}

/** Targets whose first contact it is show its new name, address, and number. */
export async function followFirst(tx: Tx, before: Contact, after: Contact, now: string): Promise<void> {
  const [was, is] = [firstFieldsOf(before), firstFieldsOf(after)]
  const names = (Object.keys(is) as (keyof typeof is)[]).filter((name) => was[name] !== is[name])
  if (names.length === 0) return
  const { rows } = await tx.sql<{ target_id: string }>`
    select target_id from target_contacts where org_id = ${currentOrgId} and contact_id = ${after.id} and place = 0`
  const targetIds = rows.map(({ target_id }) => target_id)
  showFirst(tx, targetIds, Object.fromEntries(names.map((name) => [name, is[name]])), now)
}

type FirstFields = ReturnType<typeof firstFieldsOf>

/** Writes the first contact into the fields of its Targets, and lets overlaps follow. Not awaited. */
export function showFirst(tx: Tx, targetIds: readonly string[], fields: Partial<FirstFields>, now: string): void {
  if (targetIds.length === 0) return
  const set = Object.entries(fields).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  void tx.send(sql`
    update targets set ${sql.join(set)}, modified_at = greatest(modified_at, ${now}::timestamptz) where org_id = ${currentOrgId} and id = any(${targetIds}::uuid[])`)
  void tx.send(sql`
    insert into upkeep (org_id, target_id) select ${currentOrgId}, t from unnest(${targetIds}::uuid[]) as t order by t returning 1`)
  triggerAfterCommit(tx, upkeep)
}

export const firstFieldsOf = (contact: Pick<Contact, 'first_name' | 'last_name' | 'emails' | 'phones'>) => ({
  contact: fullNameOf(contact),
  contact_email: contact.emails[0] ?? '',
  contact_phone: contact.phones[0] ?? '',
})

/** Shows the contacts to everyone who sees them, also on their Targets. */
export async function refreshAround(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.sql<{ target_id: string }>`
    select target_id from target_contacts where org_id = ${currentOrgId} and contact_id = any(${ids}::uuid[])
    union select target_id from targets_from(${currentOrgId}, ${ids}::uuid[])`
  if (rows.length > 0)
    void tx.send(sql`select rebuild_target_views(${currentOrgId}, ${rows.map((row) => row.target_id)}::uuid[])`)
  void tx.send(sql`select refresh_contacts(${currentOrgId}, ${ids.toSorted()}::uuid[])`)
}

export const fieldsOf = ({ id, first_name, last_name, title, company, emails, phones, note }: Contact) => {
  return { id, first_name, last_name, title, company, emails, phones, note }
}

export const readContactCard: ContactRecords['read'] = async (tx, viewer, id) => {
  const contact = await readContact(tx, viewer, id)
  return contact && !contact.erased
    ? { name: contactNameOf(contact), email: contact.emails[0] ?? '', phone: contact.phones[0] ?? '' }
    : null
}
