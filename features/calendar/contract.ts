// Contract of the calendar link: one secret URL per person, which calendar clients read without a session.
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'

export const CALENDAR_NAME = 'Pursuit'
export const REFRESH_SECONDS = 3600

/** URL to subscribe to, `webcal://…`. Null once it was revoked. */
export const CalendarLink = z.object({ webcal: z.string().nullable() })
export type CalendarLink = z.infer<typeof CalendarLink>

const nothing = z.strictObject({}).optional()

export const routes = {
  read: defineRoute({
    name: 'calendar.read',
    method: 'GET',
    path: 'calendar',
    summary: 'Get my calendar link',
    answer: CalendarLink,
  }),
  rotate: defineRoute({
    name: 'calendar.rotate',
    method: 'POST',
    path: 'calendar/rotate',
    summary: 'Create a new calendar link; the old one stops working',
    body: nothing,
    answer: CalendarLink,
    hasSecret: true,
  }),
  revoke: defineRoute({
    name: 'calendar.revoke',
    method: 'POST',
    path: 'calendar/revoke',
    summary: 'Remove my calendar link',
    body: nothing,
    answer: CalendarLink,
  }),
  /** `file` is the secret plus `.ics`. Returns text/calendar (RFC 5545). */
  feed: defineRoute({
    name: 'calendar.feed',
    method: 'GET',
    path: 'ical/:file',
    summary: 'Get the open steps of the link’s owner as text/calendar',
    params: z.strictObject({ file: z.string().max(100) }),
    answer: z.string(),
    calledBy: 'calendar clients',
  }),
}
