import { z } from 'zod'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { defineQuery } from '#core/sync/query.ts'
import { onTarget } from '../callsContract.ts'

export const TimelineEvent = z.object({
  id: z.string(),
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Name of the person who acted as that person, '' for none. */
  by_name: z.string(),
  kind: z.string(),
  at: z.string(),
  undone: z.boolean(),
  data: z.record(z.string(), z.unknown()),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

export const routes = {
  timeline: defineRoute({
    name: 'targets.timeline',
    method: 'GET',
    path: 'tiles/:id/timeline',
    summary: 'Get a Target’s history, latest first',
    params: onTarget,
    query: z.strictObject({ before: z.string().max(100).optional() }),
    answer: z.object({
      events: z.array(TimelineEvent),
      /** Value of `before` for the older events, null if there are none. */
      older: z.string().nullable(),
    }),
  }),
}

export const timeline = defineQuery<Timeline, { id: string }>({
  name: 'timeline',
  route: routes.timeline,
  callOf: ({ id }) => ({ params: { id }, query: {} }),
  keyOf: ({ id }) => id,
  keeps: 500,
})
export type Timeline = RouteResponse<typeof routes.timeline>
