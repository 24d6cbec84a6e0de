// Writes the rows of contacts: their fields, addresses, and words.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Context, DomainEvent } from '#core/sync/protocol.ts'
import type { Contact } from '../contract.ts'
import { contactKeysOf, emailKeyOf, wordsOfContact } from '../namesContract.ts'

export type ContactFields = Pick<
  Contact,
  'id' | 'first_name' | 'last_name' | 'title' | 'company' | 'emails' | 'phones' | 'note'
>
/** SQL of the fields of a contact `c`, as JSON. */
export const fieldsText = sql`json_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'title', c.title, 'company', c.company, 'emails', c.emails, 'phones', c.phones, 'note', c.note)`

export type NewContact = ContactFields & { isPrivate: boolean; keptBy: string | null; at: string }

/**
 * Returns the addresses that got another contact at the same time, by contact. The others belong to these contacts from
 * now on.
 */
export async function insertContacts(tx: Tx, added: readonly NewContact[]): Promise<Map<string, string[]>> {
  if (added.length === 0) return new Map()
  const rows = added.map(({ isPrivate, keptBy, at, ...contact }) => ({
    ...contact,
    ...contactKeysOf(contact),
    is_private: isPrivate,
    kept_by: keptBy,
    at,
  }))
  void tx.send(sql`
    insert into contacts (org_id, id, first_name, last_name, title, company, emails, phones, note, sort_key, name_key, company_key, is_private, kept_by, created_at, modified_at)
    select ${currentOrgId}, r.id, r.first_name, r.last_name, r.title, r.company, r.emails, r.phones, r.note, r.sort_key, r.name_key, r.company_key, r.is_private, r.kept_by, r.at, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, first_name text, last_name text, title text, company text, emails text[], phones text[], note text,
      sort_key text, name_key text, company_key text, is_private boolean, kept_by uuid, at timestamptz) returning 1`)
  insertWords(tx, added)
  return claimEmails(
    tx,
    added.flatMap(({ id, emails, isPrivate }) =>
      emails.map((email) => ({ contact_id: id, email, is_private: isPrivate })),
    ),
  )
}

type Claim = { contact_id: string; email: string; is_private: boolean }

async function claimEmails(tx: Tx, claims: readonly Claim[]): Promise<Map<string, string[]>> {
  if (claims.length === 0) return new Map()
  const keyed = claims.map((claim) => ({ ...claim, email: emailKeyOf(claim.email) }))
  const { rows } = await tx.sql<{ contact_id: string; email: string }>`
    insert into contact_emails (org_id, email, contact_id, is_private)
    select ${currentOrgId}, r.email, r.contact_id, r.is_private from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as r (email text, contact_id uuid, is_private boolean)
    order by r.email on conflict do nothing returning contact_id, email`
  const claimed = new Set(rows.map(({ contact_id, email }) => `${contact_id} ${email}`))
  const lost = keyed.filter(({ contact_id, email }) => !claimed.has(`${contact_id} ${email}`))
  return new Map(
    [...Map.groupBy(lost, ({ contact_id }) => contact_id)].map(([id, some]) => [id, some.map(({ email }) => email)]),
  )
}

function insertWords(tx: Tx, contacts: readonly ContactFields[]): void {
  const words = contacts.flatMap((contact) => {
    const { sort_key } = contactKeysOf(contact)
    return wordsOfContact(contact).map((word) => ({ contact_id: contact.id, word, sort_key }))
  })
  void tx.send(sql`
    insert into contact_words (org_id, word, sort_key, contact_id)
    select ${currentOrgId}, r.word, r.sort_key, r.contact_id from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as r (word text, sort_key text, contact_id uuid)
    on conflict do nothing`)
}

/** Returns the added addresses that belong to another contact of the firm, and leaves those out. */
export async function updateContact(
  tx: Tx,
  before: ContactFields,
  after: ContactFields,
  { isPrivate, at }: { isPrivate: boolean; at: string },
): Promise<string[]> {
  const { sort_key, name_key, company_key } = contactKeysOf(after)
  const [was, is] = [before.emails.map(emailKeyOf), after.emails.map(emailKeyOf)]
  void tx.send(sql`
    update contacts set first_name = ${after.first_name}, last_name = ${after.last_name}, title = ${after.title}, company = ${after.company}, emails = ${after.emails}::text[],
      phones = ${after.phones}::text[], note = ${after.note}, sort_key = ${sort_key}, name_key = ${name_key}, company_key = ${company_key}, modified_at = ${at}
    where org_id = ${currentOrgId} and id = ${after.id}`)
  void tx.send(sql`delete from contact_words where org_id = ${currentOrgId} and contact_id = ${after.id}`)
  insertWords(tx, [after])
  const gone = was.filter((email) => !is.includes(email))
  if (gone.length > 0)
    void tx.send(
      sql`delete from contact_emails where org_id = ${currentOrgId} and contact_id = ${after.id} and email = any(${gone}::text[])`,
    )
  const added = is.filter((email) => !was.includes(email))
  const lost = await claimEmails(
    tx,
    added.map((email) => ({ contact_id: after.id, email, is_private: isPrivate })),
  )
  return lost.get(after.id) ?? []
}

/** Adds an event to the contact's history. Not awaited. */
export function recordContactEvent(tx: Tx, contactId: string, event: DomainEvent, context: Context): void {
  const { actor, by, byName, now, key } = context
  void tx.send(sql`
    insert into contact_events (org_id, contact_id, id, user_id, by_name, kind, at, data, key)
    values (${currentOrgId}, ${contactId}, ${newId()}, ${(by ?? actor).id}, ${byName ?? ''}, ${event.kind}, ${now}, ${JSON.stringify(event.data ?? {})}, ${key})`)
}
