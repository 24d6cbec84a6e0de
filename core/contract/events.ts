import { z } from 'zod'
import { defineRoute } from './route.ts'

/** The person's data changed up to this feed cursor, null if unknown. Carries only IDs and figures. */
export const Changed = z.object({ upTo: z.string().nullable() })
export type Changed = z.infer<typeof Changed>

/** Seconds between heartbeats on an idle stream. */
export const HEARTBEAT_SECONDS = 25

export const eventRoutes = {
  listen: defineRoute({
    name: 'events.listen',
    method: 'GET',
    path: 'events',
    summary:
      'Server-sent events. `changed`: the feed has changes. `inbox`: there are new notifications. `me`: the settings, role, or subscriptions have changed. Stays open',
    answer: Changed,
    isStream: true,
  }),
}
