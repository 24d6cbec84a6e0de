import { z } from 'zod'
import { defineRoute } from './route.ts'

/** Something of the person's changed, up to this cursor of the feed; null when it is not known how far. Ids and figures only. */
export const Changed = z.object({ upTo: z.string().nullable() })
export type Changed = z.infer<typeof Changed>

/** Seconds between two signs of life on a stream that has nothing to say. */
export const HEARTBEAT_SECONDS = 25

export const eventRoutes = {
  listen: defineRoute({
    name: 'events.listen',
    method: 'GET',
    path: 'events',
    summary:
      'Server-sent events: `changed` means there is news in the feed, `inbox` that there are new notifications, `me` that the settings, the role, or the subscriptions have changed. Never ends by itself',
    answer: Changed,
    isStream: true,
  }),
}
