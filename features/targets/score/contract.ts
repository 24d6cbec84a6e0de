import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { amountMissing, amountOr, revenueMissing } from '#core/contract/money.ts'
import { defineRoute } from '#core/contract/route.ts'
import { hudRoute, ScorePart } from './hudContract.ts'

export { Hud, ScorePart, summary } from './hudContract.ts'

/** Dollars. Unlike a target's revenue, never Intangible. */
export const YtdInput = z.strictObject({ amount: amountOr(revenueMissing).refine((n) => n >= 0, amountMissing) })
export type ScoreKind = ScorePart['kind']
/**
 * `date` defaults to today. `kind` selects one part, and `before` (a part's `older`) continues it with older events.
 */
export const ScoreQuery = z.strictObject({
  date: day.optional(),
  kind: ScorePart.shape.kind.optional(),
  before: z.string().max(80).optional(),
  /** Person whose score is requested. The caller must manage them. */
  proxyUser: id.optional(),
})
export type ScoreQuery = z.infer<typeof ScoreQuery>
/**
 * Event that counted. `target` is null if the person can't see it anymore. `date` is the firm's day, or the due day for
 * an overdue target.
 */
export const ScoreEvent = z.object({
  target_id: z.string(),
  target: z.string().nullable(),
  step: z.string().nullable(),
  date: z.string(),
  points: z.number(),
})
export type ScoreEvent = z.infer<typeof ScoreEvent>
export const Score = z.object({
  date: z.string(),
  score: z.number(),
  parts: z.array(ScorePart.extend({ events: z.array(ScoreEvent), older: z.string().nullable() })),
})
export type Score = z.infer<typeof Score>
export const routes = {
  hud: hudRoute,
  setYtdRevenue: defineRoute({
    name: 'targets.setYtdRevenue',
    method: 'POST',
    path: 'user/set_ytd_revenue',
    summary: 'Set my revenue won this year before I started here; it’s added to `ytd_formatted` until the year ends',
    body: YtdInput,
    answer: z.object({ amount: z.number(), year: z.number() }),
  }),
  score: defineRoute({
    name: 'targets.score',
    method: 'GET',
    path: 'user/score',
    summary: 'Get the score of a day with its events: mine, or with `proxyUser` that of a person I manage',
    query: ScoreQuery,
    answer: Score,
  }),
}
