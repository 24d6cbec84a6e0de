// Nouns of notifications: what a line of the inbox is, which calls there are, what they take and answer. No rules.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Settings } from '#core/contract/session.ts'
import { defineCollection } from '#core/sync/collection.ts'

export const Notification = z.object({
  id: z.string(),
  /** See core/contract/notice.ts. */
  kind: z.string(),
  /** A whole sentence, in words that were true then. Plain text, as are the details. */
  text: z.string(),
  details: z.array(z.string()),
  /** What it is about: in what the Tracker tells, a Target. */
  target_id: z.string().nullable(),
  /** Where it leads in the app. */
  path: z.string(),
  created: stamp,
  read: z.boolean(),
  /** What became of what it asked for, in the words of its kind: an invitation is accepted, rejected or revoked. */
  answered: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** A line as devices keep it. `at`: the instant of `created`. */
export const InboxLine = Notification.extend({ at: z.iso.datetime() })
export type InboxLine = z.infer<typeof InboxLine>
/** The newest lines of a person's inbox, as many as database/functions/number_inbox.sql says. */
export const notifications = defineCollection<InboxLine>({ name: 'notifications', row: InboxLine })

export const Inbox = z.object({
  notifications: z.array(Notification),
  /** Of all there are, not only of this page. */
  unread: z.number(),
  /** Hand it to `before` for the older ones; null when there are none. */
  older: z.string().nullable(),
})
export type Inbox = z.infer<typeof Inbox>

const clock = z.string({ error: 'Please choose a time.' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time.')
/** 'HH:mm' on the firm's clocks; the same time twice is no quiet hours. */
export const QuietInput = z.strictObject({ from: clock, to: clock })
export type QuietInput = z.infer<typeof QuietInput>

/** `token`: of the web what the browser's subscription says of itself, as JSON. `UUID`: the device's own, made once. */
export const RegisterInput = z.strictObject({
  token: z.string().min(1).max(4096),
  platform: z.enum(['web', 'fcm']),
  UUID: id,
})
export type RegisterInput = z.infer<typeof RegisterInput>

const one = z.strictObject({ id })
/** `until`: what has come since then was not there to be read. Without it: all. */
export const ReadAllInput = z.strictObject({ until: z.iso.datetime().optional() })
export type ReadAllInput = z.infer<typeof ReadAllInput>
const nothing = z.strictObject({}).optional()
const link = z.strictObject({ token: z.string().regex(/^[\w-]{64}$/) })
/** Mail programs send the first, the page's own buttons the second. Source: RFC 8058. */
const UnsubscribeInput = z
  .object({ 'List-Unsubscribe': z.string().optional(), turn: z.enum(['on', 'off']).optional() })
  .optional()

export const routes = {
  list: defineRoute({
    name: 'notifications.list',
    method: 'GET',
    path: 'notifications',
    summary: 'My inbox of the last 90 days, latest first',
    query: z.strictObject({ before: z.string().max(100).optional() }),
    answer: Inbox,
  }),
  read: defineRoute({
    name: 'notifications.read',
    method: 'POST',
    path: 'notifications/:id/read',
    summary: 'I have read this one',
    params: one,
    body: nothing,
  }),
  readAll: defineRoute({
    name: 'notifications.readAll',
    method: 'POST',
    path: 'notifications/read_all',
    summary: 'I have read all of my inbox',
    body: ReadAllInput.optional(),
  }),
  pushKey: defineRoute({
    name: 'notifications.pushKey',
    method: 'GET',
    path: 'user/push_key',
    summary: 'The key by which push services know this server, for subscribing to them',
    answer: z.object({ key: z.string() }),
  }),
  register: defineRoute({
    name: 'notifications.register',
    method: 'POST',
    path: 'user/notification-register',
    summary: 'Pushes go to this device too',
    body: RegisterInput,
  }),
  unregister: defineRoute({
    name: 'notifications.unregister',
    method: 'POST',
    path: 'user/notification-unregister',
    summary: 'No more pushes to this device of mine',
    body: z.strictObject({ UUID: z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) }),
  }),
  quietHours: defineRoute({
    name: 'notifications.quietHours',
    method: 'POST',
    path: 'user/quiet_hours',
    summary: 'When mails and pushes wait',
    body: QuietInput,
    answer: z.object({ Settings }),
  }),
  unsubscribePage: defineRoute({
    name: 'notifications.unsubscribePage',
    method: 'GET',
    path: 'unsubscribe/:token',
    summary: 'A page that asks whether to end mails of this kind. Changes nothing',
    params: link,
  }),
  unsubscribe: defineRoute({
    name: 'notifications.unsubscribe',
    method: 'POST',
    path: 'unsubscribe/:token',
    summary: 'Ends mails of this kind, or turns them on again; needs no sign-in',
    params: link,
    body: UnsubscribeInput,
    isForm: true,
  }),
}
