import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { onTarget } from '../callsContract.ts'
import { Status, TargetTile } from '../contract.ts'
import { apiSorts, directions } from './order.ts'

const TilesQuery = z.strictObject({
  /** One status, or several separated by commas. */
  status: z
    .string()
    .refine((list) => list.split(',').every((s) => Status.safeParse(s).success), 'Unknown status.')
    .optional(),
  /** Cursor of the last call. Returns only later changes. */
  after: z.string().max(100).optional(),
  /** Returns targets created on these days in the firm's zone, both included. */
  start: day.optional(),
  end: day.optional(),
  /** Like the Tracker's list, status by status. Unsorted by default. A direction alone applies to due dates. */
  sort: z.enum(apiSorts).optional(),
  dir: z.enum(directions).optional(),
  /** Owner of the pipeline, whom the caller must manage. */
  userid: id.optional(),
})
export const Tiles = z.object({
  tiles: z.array(TargetTile),
  /** IDs of targets destroyed since `after`, or no longer shared with the caller. */
  gone: z.array(z.string()),
  cursor: z.string(),
  /** There is more. Request it with `after=cursor`. */
  more: z.boolean(),
})
export type Tiles = z.infer<typeof Tiles>

export const routes = {
  list: defineRoute({
    name: 'targets.list',
    method: 'GET',
    path: 'tiles',
    summary: 'List my Targets; with `after`, changes since then',
    scope: 'targets:read',
    query: TilesQuery,
    answer: Tiles,
  }),
  read: defineRoute({
    name: 'targets.read',
    method: 'GET',
    path: 'tiles/:id',
    summary: 'Get a Target',
    scope: 'targets:read',
    params: onTarget,
    answer: TargetTile,
  }),
  standing: defineRoute({
    name: 'targets.standing',
    method: 'GET',
    path: 'user/standing',
    summary: 'Count my active Targets',
    scope: 'targets:read',
    answer: z.object({ total: z.number(), overdue: z.number(), soon: z.number(), later: z.number() }),
  }),
}
