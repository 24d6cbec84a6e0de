// The contacts of a target: shapes and calls. Their records are in features/contacts.
import { z } from 'zod'
import { id, optionalEmail, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { onTarget } from '../callsContract.ts'
import { limits, TargetTile } from '../contract.ts'

export const contactLimits = {
  name: limits.contact,
  company: limits.company,
  phone: limits.phone,
  title: 100,
  note: 1000,
  role: 50,
  /** Email addresses of a contact, and phone numbers. */
  addresses: 5,
  /** Contacts of a Target. */
  onTarget: 20,
} as const

/** Roles that the product offers to a firm without its own. Source: issue 37, item 2. */
export const contactRoles = ['Decision maker', 'Influencer', 'Gatekeeper', 'Introducer', 'Other'] as const
/** Role of a contact for whom none was chosen. */
export const DEFAULT_ROLE = 'Other'

/** A contact as a Target shows it, '' for missing values. */
export const ContactCard = z.strictObject({ name: z.string(), email: z.string(), phone: z.string() })
export type ContactCard = z.infer<typeof ContactCard>

const requiredEmail = optionalEmail.refine((address) => address !== '', 'Invalid email address')
const isDifferent = (entries: string[]) => new Set(entries.map((one) => one.toLowerCase())).size === entries.length
const few = <S extends z.ZodType<string>>(entry: S, noun: string) =>
  z
    .array(entry)
    .max(contactLimits.addresses, `A contact can have up to ${contactLimits.addresses} ${noun}.`)
    .refine(isDifferent, 'The same entry is there twice.')

/** Typed fields of a contact. Either a name, an email address, or a phone number is required. */
export const contactFields = {
  first_name: text(contactLimits.name),
  last_name: text(contactLimits.name),
  title: text(contactLimits.title),
  company: text(contactLimits.company),
  emails: few(requiredEmail, 'email addresses'),
  phones: few(requiredText(contactLimits.phone), 'phone numbers'),
  note: text(contactLimits.note),
}

export const ContactDetails = z
  .strictObject({
    first_name: contactFields.first_name.default(''),
    last_name: contactFields.last_name.default(''),
    title: contactFields.title.default(''),
    company: contactFields.company.default(''),
    emails: contactFields.emails.default([]),
    phones: contactFields.phones.default([]),
    note: contactFields.note.default(''),
  })
  .superRefine((given, refine) => {
    if (given.first_name || given.last_name || given.emails.length > 0 || given.phones.length > 0) return
    for (const path of ['first_name', 'last_name'])
      refine.addIssue({ code: 'custom', path: [path], message: 'Please complete this field' })
  })
export type ContactDetails = z.infer<typeof ContactDetails>

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
