// Actions on the contacts of a target: add, remove, make first, and change the role.
import { z } from 'zod'
import { localId } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { Refusal } from '#core/sync/protocol.ts'
import { ContactCard, type ContactDetails, contactLimits, type TargetContact } from '#features/contacts/contract.ts'
import { change } from '../changes.ts'
import type { Target } from '../contract.ts'
import { contactAdded, contactRemoved, contactRoleChanged, firstContactChanged } from '../eventsContract.ts'
import { AddContactInput, ChangeContactInput, routes } from './contract.ts'
import { contactsOn, withContacts } from './firstContact.ts'

/** `known` is an existing contact as this device knows it. The server uses its own record. */
const AddLocal = AddContactInput.safeExtend({
  id: localId,
  contact_id: localId.optional(),
  known: ContactCard.optional(),
})
export type AddContactLocal = z.infer<typeof AddLocal>

export const addContact = change<AddContactLocal>({
  name: 'addContact',
  input: AddLocal,
  decide(row, { contact_id, contact, known, role }, context) {
    const contacts = contactsOn(row)
    if (contacts.some(({ id }) => id === contact_id))
      throw new Refusal('not_allowed_now', 'This contact is already on the Target.')
    if (contacts.length >= contactLimits.onTarget)
      throw new Refusal('not_allowed_now', `A Target can have up to ${contactLimits.onTarget} contacts.`)
    const id = contact_id ?? context.newId()
    const added = { id, ...(known ?? knownOf(contact)), role, first: false }
    return {
      row: withContacts(row, [...contacts, added]),
      events: [contactAdded({ contact_id: id, name: added.name, role, ...(contact && { contact }) })],
    }
  },
  request: ({ id, known: _, ...body }) => ({ route: routes.addContact, params: { id }, body }),
})

/** `name` finds a contact that had no ID of the server when the person acted. */
const OneContact = z.strictObject({ id: localId, contact_id: localId, name: z.string() })
const ChangeLocal = OneContact.extend(ChangeContactInput.shape)
export type OneContact = z.infer<typeof OneContact>

export const changeContact = change<z.infer<typeof ChangeLocal>>({
  name: 'changeContact',
  input: ChangeLocal,
  decide(row, { role, first, ...which }) {
    const contacts = contactsOn(row)
    const one = contactIn(row, which)
    const events = []
    let next = row
    if (role !== undefined && role !== one.role) {
      next = { ...next, contacts: contacts.map((other) => (other === one ? { ...other, role } : other)) }
      events.push(contactRoleChanged({ contact_id: one.id, name: one.name, role, from: one.role }))
    }
    if (first && !one.first) {
      const others = contactsOn(next).filter(({ id }) => id !== one.id)
      next = withContacts(next, [contactsOn(next).find(({ id }) => id === one.id)!, ...others])
      events.push(firstContactChanged({ contact_id: one.id, name: one.name, from: contacts[0]!.name }))
    }
    return { row: next, events }
  },
  request: ({ id, name, contact_id, ...body }, confirmed) => ({
    route: routes.changeContact,
    params: { id, contactId: realIdOf({ contact_id, name }, confirmed) },
    body,
  }),
})

export const removeContact = change<OneContact>({
  name: 'removeContact',
  input: OneContact,
  decide(row, which) {
    const one = contactIn(row, which)
    const left = contactsOn(row).filter((other) => other !== one)
    if (left.length === 0 && row.company === '')
      throw new Refusal('not_allowed_now', 'Enter a company before you remove the only contact.')
    return {
      row: withContacts(row, left),
      events: [contactRemoved({ contact_id: one.id, name: one.name, role: one.role })],
    }
  },
  request: ({ id, ...which }, confirmed) => ({
    route: routes.removeContact,
    params: { id, contactId: realIdOf(which, confirmed) },
  }),
})

type Which = Pick<OneContact, 'contact_id' | 'name'>

/** Throws 404 if the contact isn't on the target. */
function contactIn(row: Target, { contact_id, name }: Which): TargetContact {
  const contacts = contactsOn(row)
  const one =
    contacts.find(({ id }) => id === contact_id) ?? contacts.find((other) => name !== '' && other.name === name)
  if (!one) throw new Refusal('not_found', cannotFind('contact'), 404)
  return one
}

/** A contact typed on this device has the server's ID by the time that its next action is sent. */
const realIdOf = ({ contact_id, name }: Which, confirmed: Target | null): string =>
  (confirmed && contactsOn(confirmed).find(({ id, name: other }) => id === contact_id || other === name)?.id) ??
  contact_id

type KnownFields = Pick<ContactDetails, 'first_name' | 'last_name' | 'emails' | 'phones'>

/** Returns how a target shows a contact. */
export function knownOf(contact: KnownFields | undefined): ContactCard {
  const [email = '', phone = ''] = [contact?.emails[0], contact?.phones[0]]
  return { name: (contact && fullNameOf(contact)) || email || phone, email, phone }
}
