// People outside the firm: shapes and calls. No rules.
import { z } from 'zod'
import { id, localId, stamp, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { ContactDetails, contactFields } from '#features/targets/contacts/contract.ts'

/** Path of a contact's page. */
export const contactPath = (contactId: string): string => `/contact/${contactId}`

export const Contact = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  title: z.string(),
  company: z.string(),
  /** The one to use first. */
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  /** Everyone who sees the contact can read it. */
  note: z.string(),
  /** Targets that this person sees, newest first. */
  targets: z.array(z.object({ id: z.string(), company: z.string(), role: z.string() })),
  /** Day of the last touch that this person sees, null for none. */
  last_touch: z.string().nullable(),
  modified: stamp,
  /** Only on the device: not on the server yet, or refused by it. */
  isTemp: z.boolean().optional(),
  error: z.string().optional(),
})
export type Contact = z.infer<typeof Contact>

/** Contacts on the Targets that a person owns or shares. */
export const contactCollection = defineCollection<Contact>({ name: 'contacts', row: Contact })

/** `base` holds the values when the person started, so that a list keeps what others added in between. */
export const EditContactInput = z
  .strictObject({
    ...contactFields,
    base: z.strictObject({ emails: z.array(z.string()), phones: z.array(z.string()) }).partial(),
  })
  .partial()
export type EditContactInput = z.infer<typeof EditContactInput>
export type ContactField = Exclude<keyof EditContactInput, 'base'>

/** A change of a contact, with the name of the person who made it. */
export const ContactEvent = z.object({
  id: z.string(),
  kind: z.string(),
  /** Name of the person who did it. */
  name: z.string(),
  at: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
})
export type ContactEvent = z.infer<typeof ContactEvent>

const one = z.strictObject({ id })
export const routes = {
  list: defineRoute({
    name: 'contacts.list',
    method: 'GET',
    path: 'contacts',
    summary: 'List the contacts I can see, by name; `q` matches beginnings of name, email address, and company',
    scope: 'contacts:read',
    query: z.strictObject({ q: text(100).optional(), after: z.string().max(300).optional() }),
    answer: z.object({ contacts: z.array(Contact), cursor: z.string().nullable() }),
  }),
  read: defineRoute({
    name: 'contacts.read',
    method: 'GET',
    path: 'contacts/:id',
    summary: 'Get one contact',
    scope: 'contacts:read',
    params: one,
    answer: Contact,
  }),
  create: defineRoute({
    name: 'contacts.create',
    method: 'POST',
    path: 'contacts',
    summary: 'Create a contact that is on no Target yet',
    scope: 'contacts:write',
    body: ContactDetails,
    answer: Contact,
  }),
  edit: defineRoute({
    name: 'contacts.edit',
    method: 'PUT',
    path: 'contacts/:id',
    summary: 'Change a contact; Targets whose first contact it is show the change',
    scope: 'contacts:write',
    params: one,
    body: EditContactInput,
    answer: Contact,
  }),
  history: defineRoute({
    name: 'contacts.history',
    method: 'GET',
    path: 'contacts/:id/history',
    summary: 'Get the last 100 changes of a contact, newest first',
    params: one,
    answer: z.object({ events: z.array(ContactEvent) }),
  }),
}

/** Can be a contact that the server doesn't know yet. */
export const OnContact = z.strictObject({ id: localId })
