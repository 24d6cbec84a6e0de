// The contacts of a target: calls. Their records are in features/contacts.
import { z } from 'zod'
import { id, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { ContactDetails, contactLimits, DEFAULT_ROLE } from '#features/contacts/contract.ts'
import { onTarget } from '../callsContract.ts'
import { TargetTile } from '../contract.ts'

const role = requiredText(contactLimits.role)
/** Either an existing contact or a new one. */
export const AddContactInput = z
  .strictObject({ contact_id: id.optional(), contact: ContactDetails.optional(), role: role.default(DEFAULT_ROLE) })
  .refine((given) => (given.contact_id === undefined) !== (given.contact === undefined), {
    error: 'Choose a contact or enter a new one.',
    path: ['contact'],
  })
export type AddContactInput = z.infer<typeof AddContactInput>
/** `first: true` makes it the first contact, whose name, email, and phone the Target shows. */
export const ChangeContactInput = z.strictObject({ role, first: z.literal(true) }).partial()
export type ChangeContactInput = z.infer<typeof ChangeContactInput>

const ofTarget = z.strictObject({ id, contactId: id })

export const routes = {
  addContact: defineRoute({
    name: 'targets.addContact',
    method: 'POST',
    path: 'tiles/:id/contacts',
    summary: 'Add a contact to a Target, an existing one or a new one',
    scope: 'contacts:write',
    params: onTarget,
    body: AddContactInput,
    example: {
      body: {
        contact: { first_name: 'Ingrid', last_name: 'Halden', emails: ['ingrid@haldenshipping.example'] },
        role: 'Decision maker',
      },
    },
    answer: TargetTile,
  }),
  changeContact: defineRoute({
    name: 'targets.changeContact',
    method: 'PUT',
    path: 'tiles/:id/contacts/:contactId',
    summary: 'Change a contact’s role on a Target, or make it the first one',
    scope: 'contacts:write',
    params: ofTarget,
    body: ChangeContactInput,
    example: { body: { role: 'Influencer' } },
    answer: TargetTile,
  }),
  removeContact: defineRoute({
    name: 'targets.removeContact',
    method: 'DELETE',
    path: 'tiles/:id/contacts/:contactId',
    summary: 'Remove a contact from a Target; the contact stays in your contacts',
    scope: 'contacts:write',
    params: ofTarget,
    answer: TargetTile,
  }),
}
