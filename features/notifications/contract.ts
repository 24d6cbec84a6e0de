// Nouns of the inbox: what a line of it is, which calls there are, what they take and answer. No rules. Pushes, mails and quiet hours: deliveryContract.ts.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
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
/** The newest lines of a person's inbox, as many as database/functions/assign_inbox_seq.sql says. */
export const notifications = defineCollection<InboxLine>({ name: 'notifications', row: InboxLine })

export const Inbox = z.object({
  notifications: z.array(Notification),
  /** Of all there are, not only of this page. */
  unread: z.number(),
  /** Hand it to `before` for the older ones; null when there are none. */
  older: z.string().nullable(),
})
export type Inbox = z.infer<typeof Inbox>

const one = z.strictObject({ id })
/** `until`: what has come since then was not there to be read. Without it: all. */
export const ReadAllInput = z.strictObject({ until: z.iso.datetime().optional() })
export type ReadAllInput = z.infer<typeof ReadAllInput>
const nothing = z.strictObject({}).optional()
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
    summary: 'Mark this one as read',
    params: one,
    body: nothing,
  }),
  readAll: defineRoute({
    name: 'notifications.readAll',
    method: 'POST',
    path: 'notifications/read_all',
    summary: 'Mark everything in my inbox as read',
    body: ReadAllInput.optional(),
  }),
}
