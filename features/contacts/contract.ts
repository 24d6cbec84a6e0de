// People outside the firm: shapes and calls. No rules.
import { z } from 'zod'
import { day, id, localId, optionalEmail, requiredText, stamp, text } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { defineQuery } from '#core/sync/query.ts'

/** Path of a contact's page. */
export const contactPath = (contactId: string): string => `/contact/${contactId}`

export const contactLimits = {
  name: 100,
  company: 100,
  phone: 100,
  title: 100,
  note: 1000,
  role: 50,
  /** Email addresses of a contact, and phone numbers. */
  addresses: 5,
  /** Contacts of a Target. */
  onTarget: 20,
  /** Referrals given to a contact. */
  referrals: 200,
  about: 250,
} as const

/** Roles that the product offers to a firm without its own. Source: issue 37, item 2. */
export const contactRoles = ['Decision maker', 'Influencer', 'Gatekeeper', 'Introducer', 'Other'] as const
/** Role of a contact for whom none was chosen. */
export const DEFAULT_ROLE = 'Other'

/** The name of a contact whose identity was erased. */
export const erasedContact = {
  first_name: 'someone no longer',
  last_name: 'kept',
  name: 'someone no longer kept',
} as const

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

/** A person outside the firm on a target. The first one is the target's `contact`, as written there. */
export const TargetContact = z.object({
  id: z.string(),
  /** Full name. An email address or a phone number of a contact without one. */
  name: z.string(),
  role: z.string(),
  first: z.boolean(),
  /** The first of the contact's email addresses and phone numbers, '' for none. */
  email: z.string(),
  phone: z.string(),
  /** The person's identity was erased. */
  erased: z.literal(true).optional(),
})
export type TargetContact = z.infer<typeof TargetContact>

/** `work`: it became work for the contact. */
export const ReferralOutcome = z.enum(['open', 'work', 'nothing'], { error: 'Please complete this field' })
export type ReferralOutcome = z.infer<typeof ReferralOutcome>

/** A referral that a person of the firm gave to a contact. */
export const Referral = z.object({
  id: z.string(),
  /** The person who gave it. Only they can change it. */
  user_id: z.string(),
  name: z.string(),
  /** Everyone who sees the contact can read it. */
  about: z.string(),
  day,
  outcome: ReferralOutcome,
})
export type Referral = z.infer<typeof Referral>

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
  /** Targets that came from the contact and that this person sees, newest first. Missing for none. */
  received: z.array(z.object({ id: z.string(), company: z.string(), statusterm: z.string() })).optional(),
  /** Latest first. Missing for none. */
  sent: z.array(Referral).optional(),
  modified: stamp,
  /** ID of the contact that this one is part of. Only for a contact read by its ID. */
  merged_into: z.string().optional(),
  /** The person's identity was erased. Nothing about the contact can change anymore. */
  erased: z.literal(true).optional(),
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

/** Days in which a merge of contacts or companies can be undone. Source: issue 37, item 5. */
export const UNMERGE_DAYS = 30
export const mergeTooOld = `A merge can be undone for ${UNMERGE_DAYS} days. This one is older.`
/** `fields` are the chosen values where the two differ. Otherwise `into` keeps its own, and takes over what it lacks. */
export const MergeInput = z.strictObject({ into: id, fields: z.strictObject(contactFields).partial().optional() })
export type MergeInput = z.infer<typeof MergeInput>

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

/** `recent`: a touch in the last 30 days. `quiet`: none in that time. `never`: none at all. */
export const TouchedFilter = z.enum(['recent', 'quiet', 'never'])
export type TouchedFilter = z.infer<typeof TouchedFilter>

/** Each narrows the list to contacts that the person sees so: by a role, a company in any spelling, or touches. */
export const contactFilters = {
  q: text(100).optional(),
  role: text(contactLimits.role).optional(),
  company: text(contactLimits.company).optional(),
  touched: TouchedFilter.optional(),
}
export type ContactFilters = z.infer<z.ZodObject<typeof contactFilters>>

const one = z.strictObject({ id })
export const routes = {
  list: defineRoute({
    name: 'contacts.list',
    method: 'GET',
    path: 'contacts',
    summary:
      'List the contacts I can see, by name; `q` matches beginnings of name, email address, and company. A page can have fewer than 50 and still have a cursor',
    scope: 'contacts:read',
    query: z.strictObject({ ...contactFilters, after: z.string().max(300).optional() }),
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
  merge: defineRoute({
    name: 'contacts.merge',
    method: 'POST',
    path: 'contacts/:id/merge',
    summary:
      'Merge a contact into another, which gets its Targets, roles, addresses, and touches; answers with that one',
    scope: 'contacts:write',
    params: one,
    body: MergeInput,
    answer: Contact,
  }),
  unmerge: defineRoute({
    name: 'contacts.unmerge',
    method: 'POST',
    path: 'contacts/:id/unmerge',
    summary: 'Undo the merge of this contact, within 30 days; answers with the contact as it was',
    params: one,
    body: z.strictObject({}).optional(),
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

type ListAnswer = RouteResponse<typeof routes.list>

/** Contacts that the person sees, also those of people they manage. */
export const contactSearch = defineQuery<ListAnswer, ContactFilters>({
  name: 'contactSearch',
  route: routes.list,
  callOf: (filters, after) => ({ query: { ...given(filters), ...(after && { after }) } }),
  keyOf: (filters) => JSON.stringify(given(filters)),
  pages: {
    nextOf: ({ cursor }) => cursor,
    join: (first, more) => ({ ...more, contacts: [...first.contacts, ...more.contacts] }),
  },
  noCacheReason: 'Offline, the contacts of one’s own Targets are on the device as a collection.',
})

const given = ({ q, role, company, touched }: ContactFilters) => ({
  ...(q && { q }),
  ...(role && { role }),
  ...(company && { company }),
  ...(touched && { touched }),
})
