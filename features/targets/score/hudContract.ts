import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineQuery } from '#core/sync/query.ts'

/** One line of the score. The lines add up to the score before it is clamped to 0..100. */
export const ScorePart = z.object({
  kind: z.enum(['steps', 'late_steps', 'created', 'won', 'overdue']),
  count: z.number(),
  points: z.number(),
})
export type ScorePart = z.infer<typeof ScorePart>
const money = z.object({ amount: z.number(), count: z.number(), named: z.number() })
export const Hud = z.object({
  score: z.object({
    you: z.object({
      current: z.object({ score: z.number(), parts: z.array(ScorePart) }),
      /** Null if the person wasn't here yet. */
      month_ago: z.object({ score: z.number().nullable() }),
    }),
  }),
  /** `days`: steps completed on each day of this week, Monday first. */
  steps: z.object({
    you: z.object({ this_week: z.number(), days: z.array(z.number()).length(7), by_now_last_week: z.number() }),
  }),
  revenue: z.object({
    you: z.object({
      ytd: z.number(),
      ytd_formatted: z.string(),
      /** Part won before the person started here. Missing in summaries that older versions stored. */
      ytd_before: z.number().optional(),
      /** Targets won this year. */
      ytd_count: z.number(),
      ytd_projected_revenue_active_formatted: z.string(),
      ytd_projected_revenue_archived_formatted: z.string(),
      ytd_projected_revenue_lost_formatted: z.string(),
      ytd_projected_revenue_completed_formatted: z.string(),
      /** Per status: dollars, targets, and targets with an amount. */
      projected: z.object({ active: money, archived: money, lost: money, completed: money }),
    }),
  }),
})
export type Hud = z.infer<typeof Hud>

export const hudRoute = defineRoute({
  name: 'targets.hud',
  method: 'GET',
  path: 'user/hud',
  summary: 'Score, steps this week, revenue, and how they’re calculated',
  query: z.strictObject({ proxyUser: id.optional() }),
  answer: Hud,
})

/** Returns the summary of the person's own pipeline, or of the given person's. */
export const summary = defineQuery<Hud, { proxyUser?: string | undefined }>({
  name: 'idhud',
  route: hudRoute,
  callOf: (query) => ({ query }),
  isLive: true,
})
