// Contacts that sent Targets.

import { currentOrgId } from '#core/server/database/tenant.ts'
import { newId } from '#core/server/ids.ts'
import { contactKeysOf, contactNameOf, splitName } from '../namesContract.ts'
import type { ContactRecords } from './contract.ts'
import { insertContacts } from './records.ts'
import { readContact, readMerged } from './store.ts'

export const readSource: ContactRecords['readSource'] = async (tx, viewer, id) => {
  const contact = (await readContact(tx, viewer, id)) ?? (await readMerged(tx, viewer, id))
  if (!contact?.merged_into) return contact && { contact_id: id, name: contactNameOf(contact) }
  return readSource(tx, viewer, contact.merged_into)
}

export const sourceNamed: ContactRecords['sourceNamed'] = async (tx, viewer, name, now) => {
  const fields = { ...splitName(name), title: '', company: '', emails: [], phones: [], note: '' }
  const { rows } = await tx.sql<{ id: string }>`
    select c.id from contacts c join contact_people p on p.org_id = c.org_id and p.contact_id = c.id and p.user_id = ${viewer.actor.id} and not p.gone
    where c.org_id = ${currentOrgId} and c.name_key = ${contactKeysOf(fields).name_key} and c.merged_into is null limit 2`
  const known = rows.length === 1 ? await readSource(tx, viewer, rows[0]!.id) : null
  if (known) return known
  const id = newId()
  await insertContacts(tx, [{ ...fields, id, isPrivate: true, keptBy: viewer.actor.id, at: now }])
  return { contact_id: id, name }
}
