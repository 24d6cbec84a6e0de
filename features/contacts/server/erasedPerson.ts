// Finds the contacts that are one person, and everything that names them.

import { fullNameOf } from '#core/contract/names.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ErasedPerson } from '../erasedText.ts'
import { emailKeyOf, joinAddresses } from '../namesContract.ts'
import type { ContactFields } from './records.ts'

type Found = Omit<ContactFields, 'title' | 'company' | 'note'> & { merged_into: string | null }

/** `merged` are among `ids`. */
export type FoundPerson = ErasedPerson & { merged: string[] }

/**
 * Returns the contacts with these IDs or addresses, those that are merged with them, and those that share an address
 * with one of them, such as on private Targets. Erased ones are left out.
 */
export async function findOutsider(
  tx: Tx,
  orgId: string,
  asked: { ids: readonly string[]; emails: readonly string[] },
): Promise<FoundPerson> {
  let rows: Found[] = []
  let emails = asked.emails.map(emailKeyOf)
  for (let known = -1; known < rows.length; ) {
    known = rows.length
    const ids = [...new Set([...asked.ids, ...rows.flatMap(({ id, merged_into }) => [id, merged_into ?? id])])]
    rows = (
      await tx.sql<Found>`
        select c.id, c.first_name, c.last_name, c.emails, c.phones, c.merged_into from contacts c
        where c.org_id = ${orgId} and c.erased_at is null and (
          c.id = any(${ids}::uuid[]) or c.merged_into = any(${ids}::uuid[])
          or c.id in (select e.contact_id from contact_emails e where e.org_id = ${orgId} and e.email = any(${emails}::text[]))
          or (c.merged_into is not null and exists (select 1 from unnest(c.emails) e where lower(e) = any(${emails}::text[]))))
        order by c.id`
    ).rows
    emails = [...new Set([...asked.emails, ...rows.flatMap((row) => row.emails)].map(emailKeyOf))]
  }
  const former = await formerOf(tx, orgId, rows)
  const all = [...rows, ...former]
  return {
    ids: rows.map(({ id }) => id),
    merged: rows.flatMap(({ id, merged_into }) => (merged_into === null ? [] : id)),
    names: unique(all.map(fullNameOf)),
    emails: await withoutColleagues(
      tx,
      orgId,
      unique([...emails, ...all.flatMap((one) => one.emails).map(emailKeyOf)]),
    ),
    phones: unique(all.flatMap(({ phones }) => phones)),
  }
}

const unique = (words: readonly string[]) => [...new Set(words)].filter(Boolean)

/** An address of someone in the firm stays in messages and emails, also if a contact has it. */
async function withoutColleagues(tx: Tx, orgId: string, emails: string[]): Promise<string[]> {
  const { rows } = await tx.sql<{ email: string }>`
    select lower(email) as email from users where org_id = ${orgId} and lower(email) = any(${emails}::text[])
    union select lower(address) from filing_senders where org_id = ${orgId} and lower(address) = any(${emails}::text[])`
  return emails.filter((one) => !rows.some(({ email }) => email === one))
}

/** Goes back through the changes of the contacts, because a Target's history has former names too. */
async function formerOf(tx: Tx, orgId: string, contacts: readonly Found[]): Promise<Found[]> {
  const { rows } = await tx.sql<{ contact_id: string; before: Partial<Found> }>`
    select contact_id, data->'before' as before from contact_events
    where org_id = ${orgId} and contact_id = any(${contacts.map(({ id }) => id)}::uuid[]) and kind = 'contactEdited' order by at desc, id desc`
  return contacts.flatMap((contact) => {
    let earlier = contact
    return rows
      .filter(({ contact_id }) => contact_id === contact.id)
      .map(({ before }) => {
        earlier = { ...earlier, ...before }
        return earlier
      })
  })
}

/** Returns the person without names, addresses, and numbers that someone else in the firm has too. */
export async function withoutShared(tx: Tx, orgId: string, person: FoundPerson): Promise<ErasedPerson> {
  const { rows } = await tx.sql<{ name: string; emails: string[]; phones: string[] }>`
    select trim(first_name || ' ' || last_name) as name, emails, phones from contacts
    where org_id = ${orgId} and merged_into is null and erased_at is null and id <> all(${[...person.ids]}::uuid[])
      and (trim(first_name || ' ' || last_name) = any(${[...person.names]}::text[]) or phones && ${[...person.phones]}::text[])
    union all
    select trim(first_name || ' ' || last_name), array[email], array[phone] from users
    where org_id = ${orgId} and (trim(first_name || ' ' || last_name) = any(${[...person.names]}::text[]) or phone = any(${[...person.phones]}::text[]) or lower(email) = any(${[...person.emails]}::text[]))
    union all
    select '', array[email], '{}' from contact_emails
    where org_id = ${orgId} and email = any(${[...person.emails]}::text[]) and contact_id <> all(${[...person.ids]}::uuid[])`
  const shared = {
    names: rows.map(({ name }) => name),
    emails: joinAddresses(
      [],
      rows.flatMap(({ emails }) => emails),
    ).map(emailKeyOf),
    phones: rows.flatMap(({ phones }) => phones),
  }
  const left = (words: readonly string[], theirs: readonly string[]) => words.filter((word) => !theirs.includes(word))
  return {
    ids: person.ids,
    names: left(person.names, shared.names),
    emails: left(person.emails, shared.emails),
    phones: left(person.phones, shared.phones),
  }
}
