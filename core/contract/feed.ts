import { z } from 'zod'
import { FEED } from '#core/sync/cursors.ts'
import { defineRoute } from './route.ts'

/** What changed in one collection for the caller. */
export const Changes = z.object({
  rows: z.array(z.looseObject({ id: z.string() })),
  /** No longer the caller's to see, or no longer there. */
  gone: z.array(z.string()),
  /** Where the next question goes on. */
  cursor: z.string(),
  /** There is more: ask again at once. */
  more: z.boolean(),
  /** The server can't go on from that cursor: these are all rows there are. */
  reset: z.literal(true).optional(),
})
export type Changes = z.infer<typeof Changes>
/** By the name of the collection; null for one that the caller may not see, or no longer. What this server does not know is not named. */
export const Feed = z.object({ collections: z.record(z.string(), Changes.nullable()) })
export type Feed = z.infer<typeof Feed>

export const feedRoutes = {
  changes: defineRoute({
    ...FEED,
    summary:
      'List changes to my rows. `after` names each collection with its cursor (`targets:120`), or without one (`targets`) for all its rows. Without `after`: all rows of all collections',
    query: z.strictObject({ after: z.string().max(2000).optional() }),
    answer: Feed,
  }),
}
