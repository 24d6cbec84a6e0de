// Erasing a person outside the firm, after their request: calls. No rules.
import { z } from 'zod'
import { id, isEmail, messages, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Contact } from './contract.ts'

const nothing = z.strictObject({}).optional()

export const EraseAddressInput = z.strictObject({ email: requiredText(254).refine(isEmail, messages.email) })

export const erasureRoutes = {
  erase: defineRoute({
    name: 'contacts.erase',
    method: 'POST',
    path: 'contacts/:id/erase',
    summary: 'Erase everything that names a contact; it stays as “someone no longer kept”',
    params: z.strictObject({ id }),
    body: nothing,
    answer: Contact,
  }),
  eraseAddress: defineRoute({
    name: 'contacts.eraseAddress',
    method: 'POST',
    path: 'admin/contacts/erase',
    summary: 'Erase everything that names the person with this email address; answers the same if there is none',
    body: EraseAddressInput,
    example: { body: { email: 'jane.doe@client.example' } },
    /** Contacts on private Targets are invisible to admins, so nothing tells whether there was one. */
    answer: z.object({ done: z.literal(true) }),
  }),
}
