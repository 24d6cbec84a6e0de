// Erases a person outside the firm, after their request, in one transaction. Their contacts stay without an identity, for
// the figures of Targets and touches. Source: RULINGS, section 14.
import { sql } from 'kysely'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { upkeep } from '#features/targets/server/contract.ts'
import { unmatchedOccasion, waitingOccasion } from '#features/touches/filing/contract.ts'
import { erasedContact } from '../contract.ts'
import { type ErasedPerson, eraserOf } from '../erasedText.ts'
import { contactKeysOf } from '../namesContract.ts'
import { type FoundPerson, findOutsider, withoutShared } from './erasedPerson.ts'
import { eraseImportRows, eraseInRows } from './erasedRows.ts'

/** By the ID of a contact, or by an email address that no contact needs to have. */
export type Asked = { ids: readonly string[]; emails: readonly string[] }

/** Must be called in a transaction without row-level security that has the firm set. */
export async function erasePerson(tx: Tx, orgId: string, asked: Asked): Promise<void> {
  const { ids } = await findOutsider(tx, orgId, asked)
  await lockAll(tx, orgId, ids)
  const person = await findOutsider(tx, orgId, asked)
  await deleteFiled(tx, orgId, person)
  const touchIds = await eraseTouches(tx, orgId, person)
  const targetIds = await eraseOnTargets(tx, orgId, person)
  await eraseContacts(tx, orgId, person)
  const about = await targetsAbout(tx, orgId, person, targetIds)
  const own = await eraseInRows(tx, orgId, person, about)
  // Without a contact, words that no row has take the time that those of a contact would.
  const sought = person.ids.length > 0 ? await withoutShared(tx, orgId, person) : withDecoys(person)
  const all = await eraseInRows(tx, orgId, sought)
  await eraseImportRows(tx, orgId, person)
  await eraseNotices(tx, orgId, person, touchIds)
  await tx.sql`delete from outgoing where org_id = ${orgId} and state <> 'sending' and lower(recipient) = any(${[...person.emails]}::text[])`
  await tx.sql`update audit_log set subject = ${erasedContact.name}, details = '{}' where org_id = ${orgId} and subject_id = any(${[...person.ids]}::uuid[])`
  await show(tx, orgId, {
    contacts: [...person.ids, ...all.contactIds],
    targets: [...about, ...own.targetIds, ...all.targetIds],
    touches: [...touchIds, ...own.touchIds, ...all.touchIds],
  })
}

const withDecoys = ({ emails }: ErasedPerson): ErasedPerson => {
  return { ids: [newId()], names: [`${newId()} ${newId()}`], emails, phones: [newId()] }
}

/** Locks the Targets first, as their own changes do. */
async function lockAll(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.sql`
    select 1 from targets t where t.org_id = ${orgId}
      and t.id = any(array(select tc.target_id from target_contacts tc where tc.org_id = ${orgId} and tc.contact_id = any(${[...ids]}::uuid[]))) order by t.id for update`
  await tx.sql`select 1 from contacts where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) order by id for update`
}

/** Emails that wait would bring the address back. The task that files them has taken those that it files right now. */
async function deleteFiled(tx: Tx, orgId: string, person: ErasedPerson): Promise<void> {
  const { text } = eraserOf({ ids: [], names: [], phones: [], emails: person.emails })
  const { rows } = await tx.sql<{ id: string; message: string }>`
    select id, message::text as message from filed_messages
    where org_id = ${orgId} and message is not null and exists (select 1 from unnest(${[...person.emails]}::text[]) e where position(e in lower(message::text)) > 0) for update`
  const found = rows.filter(({ message }) => text(message) !== message).map(({ id }) => id)
  if (found.length === 0) return
  await tx.sql`delete from filed_messages where org_id = ${orgId} and id = any(${found}::uuid[])`
  const occasions = found.flatMap((id) => [waitingOccasion(id), unmatchedOccasion(id)])
  await tx.sql`delete from notifications where org_id = ${orgId} and occasion = any(${occasions}::text[])`
}

/**
 * Empties what was exchanged with the person. What a colleague typed about it stays if it doesn't name them. Returns the
 * touches.
 */
async function eraseTouches(tx: Tx, orgId: string, person: ErasedPerson): Promise<string[]> {
  const eraser = eraserOf(person)
  const { rows } = await tx.sql<{ id: string; subject: string; body: string; source: string; others: string }>`
    select id, subject, body, source, others::text as others from touches h where org_id = ${orgId} and (
      id in (select touch_id from touch_contacts where org_id = ${orgId} and contact_id = any(${[...person.ids]}::uuid[]))
      or exists (select 1 from jsonb_array_elements(h.others) o where lower(o->>'address') = any(${[...person.emails]}::text[]))) order by id for update`
  for (const { id, subject, body, source, others } of rows) {
    const isEmptied = (text: string) => source !== 'typed' || eraser.isNamedIn(text)
    void tx.send(sql`
      update touches set subject = ${isEmptied(subject) ? '' : subject}, body = ${isEmptied(body) ? '' : body}, attachments = '[]', message_id = null,
        others = ${JSON.stringify(eraser.value(JSON.parse(others)))}::jsonb where org_id = ${orgId} and id = ${id}`)
  }
  return rows.map(({ id }) => id)
}

/** The next contact becomes the first one of a Target. Returns the Targets with the person. */
async function eraseOnTargets(tx: Tx, orgId: string, { ids, emails }: ErasedPerson): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string; is_first: boolean }>`
    select t.id, coalesce(tc.place = 0, true) as is_first from targets t
    left join (select target_id, min(place) as place from target_contacts where org_id = ${orgId} and contact_id = any(${[...ids]}::uuid[]) group by target_id) tc on tc.target_id = t.id
    where t.org_id = ${orgId} and (tc.target_id is not null or (
      lower(t.contact_email) = any(${[...emails]}::text[]) and not exists (select 1 from target_contacts o where o.org_id = t.org_id and o.target_id = t.id)))`
  const firsts = rows.filter(({ is_first }) => is_first).map(({ id }) => id)
  if (firsts.length > 0) {
    // Behind every other contact, of which a Target has up to 20.
    await tx.sql`
      update target_contacts set place = place + 1000 where org_id = ${orgId} and target_id = any(${firsts}::uuid[]) and contact_id = any(${[...ids]}::uuid[])`
    await tx.sql`select close_contact_places(${orgId}, ${firsts}::uuid[])`
    await tx.sql`
      update targets set contact = case when company = '' then ${erasedContact.name} else '' end, contact_email = '', contact_phone = ''
      where org_id = ${orgId} and id = any(${firsts}::uuid[])`
    await tx.sql`
      update targets t set contact = trim(c.first_name || ' ' || c.last_name), contact_email = coalesce(c.emails[1], ''), contact_phone = coalesce(c.phones[1], '')
      from target_contacts tc join contacts c on c.org_id = tc.org_id and c.id = tc.contact_id
      where t.org_id = ${orgId} and t.id = any(${firsts}::uuid[]) and tc.org_id = t.org_id and tc.target_id = t.id and tc.place = 0
        and c.erased_at is null and c.id <> all(${[...ids]}::uuid[])`
    await tx.sql`
      insert into upkeep (org_id, target_id) select ${orgId}, t from unnest(${firsts.toSorted()}::uuid[]) as t order by t returning 1`
    triggerAfterCommit(tx, upkeep)
  }
  return rows.map(({ id }) => id)
}

/** Contacts that were merged into one of the others are nothing without their identity. */
async function eraseContacts(tx: Tx, orgId: string, { ids, merged }: FoundPerson): Promise<void> {
  const fields = { ...erasedContact, title: '', company: '', emails: [], phones: [], note: '' }
  const { sort_key } = contactKeysOf(fields)
  for (const table of ['contact_emails', 'contact_words', 'contact_events'])
    await tx.sql`delete from ${sql.table(table)} where org_id = ${orgId} and contact_id = any(${[...ids]}::uuid[])`
  await tx.sql`
    delete from contact_merges where org_id = ${orgId} and (contact_id = any(${[...ids]}::uuid[]) or into_id = any(${[...ids]}::uuid[]))`
  await tx.sql`delete from contacts where org_id = ${orgId} and id = any(${merged}::uuid[])`
  await tx.sql`
    update contacts set first_name = ${fields.first_name}, last_name = ${fields.last_name}, title = '', company = '', emails = '{}', phones = '{}', note = '',
      sort_key = ${sort_key}, name_key = '', company_key = '', kept_by = null, erased_at = now(), modified_at = now()
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`
}

/** Returns the Targets with the person, those that had them once, and those that they sent. */
async function targetsAbout(tx: Tx, orgId: string, { ids }: ErasedPerson, targetIds: readonly string[]) {
  const { rows } = await tx.sql<{ target_id: string }>`
    select target_id from target_events
    where org_id = ${orgId} and exists (select 1 from unnest(${[...ids]}::text[]) i where position(i in data::text) > 0)
    union select target_id from targets_from(${orgId}, ${[...ids]}::uuid[])`
  return [...new Set([...targetIds, ...rows.map(({ target_id }) => target_id)])]
}

/** The path of a notice can fill in a form with the person. */
async function eraseNotices(tx: Tx, orgId: string, person: ErasedPerson, touchIds: readonly string[]): Promise<void> {
  await tx.sql`
    update notifications set details = '{}' where org_id = ${orgId} and details <> '{}' and subject_id = any(${[...touchIds]}::uuid[])`
  const words = [...person.emails, ...person.names].map((word) => new URLSearchParams({ word }).toString().slice(5))
  await tx.sql`
    update notifications set path = split_part(path, '?', 1) where org_id = ${orgId} and path like '%?%'
      and exists (select 1 from unnest(${words}::text[]) w where position(lower(w) in lower(path)) > 0)`
}

type Shown = { contacts: string[]; targets: string[]; touches: string[] }

/** Shows the changes to everyone who sees these rows. */
async function show(tx: Tx, orgId: string, { contacts, targets, touches }: Shown): Promise<void> {
  const each = (ids: string[]) => [...new Set(ids)].toSorted()
  if (targets.length > 0) await tx.sql`select rebuild_target_views(${orgId}, ${each(targets)}::uuid[])`
  if (touches.length > 0) await tx.sql`select refresh_touches(${orgId}, ${each(touches)}::uuid[])`
  if (contacts.length > 0) {
    const { rows } = await tx.sql<{ id: string }>`
      select id from contacts where org_id = ${orgId} and id = any(${each(contacts)}::uuid[]) order by id`
    await tx.sql`select refresh_contacts(${orgId}, ${rows.map(({ id }) => id)}::uuid[])`
  }
}
