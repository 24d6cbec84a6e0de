import { z } from 'zod'
import { FEED } from '#core/sync/cursors.ts'
import { defineRoute } from './route.ts'

export const Changes = z.object({
  rows: z.array(z.looseObject({ id: z.string() })),
  /** IDs of rows deleted or no longer visible to the caller. */
  gone: z.array(z.string()),
  cursor: z.string(),
  /** Request the next page right away. */
  more: z.boolean(),
  /** The cursor is too old, so `rows` holds all rows. */
  reset: z.literal(true).optional(),
})
export type Changes = z.infer<typeof Changes>
/** Null for a collection the caller can't see. Collections unknown to this server are missing. */
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
