// Exchanges between people of the firm and contacts: shapes and calls. No rules. Source: RULINGS, section 14.
import { z } from 'zod'
import { day, id, localId, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { defineQuery } from '#core/sync/query.ts'

export const touchLimits = {
  subject: 250,
  text: 20_000,
  /** Text that a person types. Longer text comes only from an email. */
  typed: 2000,
  /** A day. */
  minutes: 1440,
  contacts: 20,
} as const

export const TouchKind = z.enum(['call', 'meeting', 'email', 'other'])
export type TouchKind = z.infer<typeof TouchKind>
/** Seen from the firm: from a contact, to a contact, or among both, as in a meeting. */
export const TouchDirection = z.enum(['in', 'out', 'both'])
export type TouchDirection = z.infer<typeof TouchDirection>
export const TouchSource = z.enum(['typed', 'filed', 'dropped'])
export type TouchSource = z.infer<typeof TouchSource>

const Attachment = z.object({ name: z.string().max(500), size: z.number().int().nonnegative() })
export type TouchAttachment = z.infer<typeof Attachment>

const Person = z.object({ name: z.string().max(300), address: z.string().max(300) })
export type TouchPerson = z.infer<typeof Person>

const Named = z.object({ id: z.string(), name: z.string() })
export type TouchContact = z.infer<typeof Named>

export const Touch = z.object({
  id: z.string(),
  /** The person who had it. Only they can change it. */
  user_id: z.string(),
  kind: TouchKind,
  /** An instant for its owner, the day for others. */
  at: z.string(),
  /** In the firm's time zone. */
  day,
  direction: TouchDirection,
  /** Contacts on the Target, and others that this person sees. */
  contacts: z.array(Named),
  /** People of the firm, the owner first. */
  people: z.array(Named),
  /** '' and no text for others, unless the owner shows them. */
  subject: z.string(),
  text: z.string().optional(),
  minutes: z.number().nullable(),
  attachments: z.array(Attachment),
  /** People in the email who weren't contacts of the Target. Only its owner gets them. */
  others: z.array(Person),
  source: TouchSource,
  target_id: z.string().nullable(),
  /** Colleagues on the Target see subject and text. Managers never do. */
  shown: z.boolean(),
  /** Its owner said that it wasn't the Target's open step. */
  answered: z.boolean(),
  /** Only on the device: not on the server yet, or refused by it. */
  isTemp: z.boolean().optional(),
  error: z.string().optional(),
})
export type Touch = z.infer<typeof Touch>

/** A person's own touches, and those on the Targets that they own or share. */
export const touchCollection = defineCollection<Touch>({ name: 'touches', row: Touch })

const instant = z.iso.datetime({ offset: true, error: 'Choose a time.' })
const minutes = z.number().int().min(1).max(touchLimits.minutes).nullable()
/** By ID, or by name among the contacts of the Target. */
const ContactRef = z.union([z.strictObject({ id }), z.strictObject({ name: requiredText(250) })])
const contacts = z
  .array(ContactRef)
  .max(touchLimits.contacts, `A touch can have up to ${touchLimits.contacts} contacts.`)

const fields = {
  kind: TouchKind,
  at: instant,
  direction: TouchDirection,
  minutes,
  contacts,
  subject: text(touchLimits.subject),
  text: text(touchLimits.text),
  shown: z.boolean(),
}

export const TouchInput = z
  .strictObject({
    ...fields,
    target_id: id.nullable().default(null),
    direction: TouchDirection.default('both'),
    minutes: minutes.default(null),
    contacts: contacts.default([]),
    subject: fields.subject.default(''),
    text: fields.text.default(''),
    shown: z.boolean().default(false),
    /** From a file that the person dropped. A second touch of the same message isn't created. */
    dropped: z
      .strictObject({
        message_id: requiredText(300),
        attachments: z.array(Attachment).max(100),
        others: z.array(Person).max(50).default([]),
      })
      .optional(),
  })
  .refine((given) => given.target_id !== null || given.contacts.length > 0, {
    path: ['target_id'],
    message: 'Choose a Target or a contact.',
  })
export type TouchInput = z.infer<typeof TouchInput>

export const EditTouchInput = z.strictObject({ ...fields, answered: z.boolean() }).partial()
export type EditTouchInput = z.infer<typeof EditTouchInput>

const one = z.strictObject({ id })
/** Lists those of a Target, those of a contact, or the person’s own. */
const ListInput = z.strictObject({
  target_id: id.optional(),
  contact_id: id.optional(),
  after: z.string().max(300).optional(),
})

export const routes = {
  list: defineRoute({
    name: 'touches.list',
    method: 'GET',
    path: 'touches',
    summary: 'List the touches I can see, latest first: of a Target, of a contact, or all',
    scope: 'touches:read',
    query: ListInput,
    answer: z.object({ touches: z.array(Touch), cursor: z.string().nullable() }),
  }),
  create: defineRoute({
    name: 'touches.create',
    method: 'POST',
    path: 'touches',
    summary: 'Log a touch of mine',
    body: TouchInput,
    example: {
      body: {
        kind: 'call',
        at: '2026-11-24T18:30:00Z',
        target_id: '018f5d7e-6c4a-7b3e-9a51-3c2f1d0e9b8a',
        contacts: [{ name: 'Jane Doe' }],
        minutes: 20,
      },
    },
    answer: Touch,
  }),
  edit: defineRoute({
    name: 'touches.edit',
    method: 'PUT',
    path: 'touches/:id',
    summary: 'Change a touch of mine',
    params: one,
    body: EditTouchInput,
    answer: Touch,
  }),
  move: defineRoute({
    name: 'touches.move',
    method: 'POST',
    path: 'touches/:id/move',
    summary: 'Move a touch of mine to another Target',
    params: one,
    body: z.strictObject({ target_id: id }),
    answer: Touch,
  }),
  remove: defineRoute({
    name: 'touches.remove',
    method: 'DELETE',
    path: 'touches/:id',
    summary: 'Delete a touch of mine',
    params: one,
  }),
  restore: defineRoute({
    name: 'touches.restore',
    method: 'POST',
    path: 'touches/:id/restore',
    summary: 'Undo the deletion of a touch, within 30 days',
    params: one,
    body: z.strictObject({}).optional(),
    answer: Touch,
  }),
}

/** Days in which a deletion can be undone. */
export const KEEP_DELETED_TOUCHES_DAYS = 30

/** Can be a touch that the server doesn't know yet. */
export const OnTouch = z.strictObject({ id: localId })

type ListAnswer = RouteResponse<typeof routes.list>

/** Touches on a managed person's Target, which aren't on this device. */
export const targetTouches = defineQuery<ListAnswer, string>({
  name: 'targetTouches',
  route: routes.list,
  callOf: (target_id) => ({ query: { target_id } }),
  keyOf: (target_id) => target_id,
  noCacheReason: 'A manager sees pipelines online only.',
})
