// The first contact of a target is written in its fields `contact`, `contact_email`, and `contact_phone`. These rules
// keep fields and contacts together, on the device and on the server.
import { contactKeyOf, NEAR, similarity } from '#core/contract/nameKeys.ts'
import type { Context } from '#core/sync/protocol.ts'
import { DEFAULT_ROLE, type TargetContact } from '#features/contacts/contract.ts'
import type { Target } from '../contract.ts'

/** Fields of a target that describe its first contact. */
export type FirstContactFields = Pick<Target, 'contact' | 'contact_email' | 'contact_phone'>

export const contactsOn = ({ contacts = [] }: Pick<Target, 'contacts'>): TargetContact[] => contacts

const fieldsOf = (target: FirstContactFields): FirstContactFields => ({
  contact: target.contact,
  contact_email: target.contact_email,
  contact_phone: target.contact_phone ?? '',
})
const isBlank = ({ contact, contact_email, contact_phone }: FirstContactFields) =>
  contact === '' && contact_email === '' && contact_phone === ''
const isSame = (a: FirstContactFields, b: FirstContactFields) =>
  a.contact === b.contact && a.contact_email === b.contact_email && a.contact_phone === b.contact_phone

/**
 * Returns whether an edit corrects the first contact. Otherwise, it names another person, and the contact's record must
 * stay as it is. A name that only one of them has decides nothing.
 */
export function isSamePerson(before: FirstContactFields, after: FirstContactFields): boolean {
  const [was, is] = [contactKeyOf(before.contact), contactKeyOf(after.contact)]
  if (was === is) return was !== '' || sharesAddress(before, after)
  if (was === '' || is === '') return sharesAddress(before, after) || isBlank({ ...after, contact: '' })
  const [email, next] = [before.contact_email.toLowerCase(), after.contact_email.toLowerCase()]
  return (email !== '' && email === next) || similarity(was, is) >= NEAR
}

function sharesAddress(before: FirstContactFields, after: FirstContactFields): boolean {
  const [email, next] = [before.contact_email.toLowerCase(), after.contact_email.toLowerCase()]
  if (email !== '' && next !== '') return email === next
  return before.contact_phone !== '' && before.contact_phone === after.contact_phone
}

/**
 * Returns `next` with the contacts that follow from its fields. If they were emptied, the next contact becomes the first
 * one. `before` is null for a new target. A new contact gets the role.
 */
export function withFirstContact(
  before: Target | null,
  next: Target,
  { newId }: Pick<Context, 'newId'>,
  role: string = DEFAULT_ROLE,
): Target {
  const fields = fieldsOf(next)
  const [first, ...others] = before ? contactsOn(before) : []
  if (before && isSame(fieldsOf(before), fields) && (first || isBlank(fields))) return next
  if (isBlank(fields)) return withContacts(next, others)
  const isKept = first && before && !first.erased && isSamePerson(fieldsOf(before), fields)
  const entry: TargetContact = {
    id: isKept ? first.id : newId(),
    name: next.contact || next.contact_email || fields.contact_phone,
    role: isKept ? first.role : role,
    first: true,
    email: next.contact_email,
    phone: fields.contact_phone,
  }
  // An erased contact names no one whom this could replace.
  return { ...next, contacts: [entry, ...(first?.erased ? [{ ...first, first: false }] : []), ...others] }
}

/** Returns the target with these contacts. Its fields follow the first one. */
export function withContacts(target: Target, contacts: readonly TargetContact[]): Target {
  const listed = contacts.map((one, at) => ({ ...one, first: at === 0 }))
  const [first] = listed
  if (first && first.id === contactsOn(target)[0]?.id) return { ...target, contacts: listed }
  const isHidden = first?.erased && target.company !== ''
  const isNamed = first !== undefined && !isHidden && first.name !== first.email && first.name !== first.phone
  return {
    ...target,
    contact: isNamed ? first.name : '',
    contact_email: first?.email ?? '',
    contact_phone: first?.phone ?? '',
    contacts: listed,
  }
}
