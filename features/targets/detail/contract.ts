// The history of a target: its call. No rules.
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { onTarget } from '../callsContract.ts'

export const routes = {
  timeline: defineRoute({
    name: 'targets.timeline',
    method: 'GET',
    path: 'tiles/:id/timeline',
    summary: 'Who did what and when, latest first',
    params: onTarget,
    query: z.strictObject({ before: z.string().max(100).optional() }),
    answer: z.object({
      events: z.array(
        z.object({
          id: z.string(),
          user_id: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          /** Who worked as that person; '' where nobody did. */
          by_name: z.string(),
          kind: z.string(),
          at: z.string(),
          undone: z.boolean(),
          data: z.record(z.string(), z.unknown()),
        }),
      ),
      /** Hand it to `before` for the older ones; null when there are none. */
      older: z.string().nullable(),
    }),
  }),
}
