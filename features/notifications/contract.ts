// Contract of the inbox, without rules. Pushes, emails, and quiet hours are in deliveryContract.ts.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineCollection } from '#core/sync/collection.ts'

export const Notification = z.object({
  id: z.string(),
  /** See core/contract/notice.ts. */
  kind: z.string(),
  /** A complete sentence that was true at the time. Plain text, as are the details. */
  text: z.string(),
  details: z.array(z.string()),
  /** Subject of the notification. For the Tracker, a Target. */
  target_id: z.string().nullable(),
  /** Path that it opens in the app. */
  path: z.string(),
  created: stamp,
  read: z.boolean(),
  /** Outcome of the request in the words of its kind: an invitation is accepted, rejected, or revoked. */
  answered: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** A line on devices. `at` is the instant of `created`. */
export const InboxItem = Notification.extend({ at: z.iso.datetime() })
export type InboxItem = z.infer<typeof InboxItem>
/** Newest lines of a person's inbox. database/functions/assign_inbox_seq.sql sets their number. */
export const notifications = defineCollection<InboxItem>({ name: 'notifications', row: InboxItem })

export const Inbox = z.object({
  notifications: z.array(Notification),
  /** Counts all lines, not only this page. */
  unread: z.number(),
  /** Cursor to pass as `before` for older lines. Null if there are none. */
  older: z.string().nullable(),
})
export type Inbox = z.infer<typeof Inbox>

const one = z.strictObject({ id })
/** `until` leaves later lines unread. Marks everything if omitted. */
export const ReadAllInput = z.strictObject({ until: z.iso.datetime().optional() })
export type ReadAllInput = z.infer<typeof ReadAllInput>
const nothing = z.strictObject({}).optional()
export const routes = {
  list: defineRoute({
    name: 'notifications.list',
    method: 'GET',
    path: 'notifications',
    summary: 'Get my inbox of the last 90 days, latest first',
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
