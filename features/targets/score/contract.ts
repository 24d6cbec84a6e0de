// Score, steps of the week and revenue, and how they are made. No rules.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { amountMissing, amountOr, revenueMissing } from '#core/contract/money.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineReading } from '#core/sync/reading.ts'

/** Dollars; unlike a target's revenue never Intangible. */
export const YtdInput = z.strictObject({ amount: amountOr(revenueMissing).refine((n) => n >= 0, amountMissing) })
/** One line of how the score is made; the lines add up to the score before it is cut to 0..100. */
export const ScorePart = z.object({
  kind: z.enum(['steps', 'late_steps', 'created', 'won', 'overdue']),
  count: z.number(),
  points: z.number(),
})
export type ScorePart = z.infer<typeof ScorePart>
export type ScoreKind = ScorePart['kind']
/** `date` is today by default; `kind` asks for one part alone, `before` (a part's `older`) for what came before in it. */
export const ScoreQuery = z.strictObject({
  date: day.optional(),
  kind: ScorePart.shape.kind.optional(),
  before: z.string().max(80).optional(),
  /** Whose score, where the caller manages that person. */
  proxyUser: id.optional(),
})
export type ScoreQuery = z.infer<typeof ScoreQuery>
/** What counted. `target` is null when it no longer exists for the person; `date` is the firm's day, of what is overdue the day it was due. */
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
const money = z.object({ amount: z.number(), count: z.number(), named: z.number() })
export const Hud = z.object({
  score: z.object({
    you: z.object({
      current: z.object({ score: z.number(), parts: z.array(ScorePart) }),
      /** null: the person was not here yet. */
      month_ago: z.object({ score: z.number().nullable() }),
    }),
  }),
  /** `days`: steps done on each day of this week, Monday first. */
  steps: z.object({
    you: z.object({ this_week: z.number(), days: z.array(z.number()).length(7), by_now_last_week: z.number() }),
  }),
  revenue: z.object({
    you: z.object({
      ytd: z.number(),
      ytd_formatted: z.string(),
      /** The part of it that was won before the person started here. Not in summaries that older versions left on a device. */
      ytd_before: z.number().optional(),
      /** How many targets were won this year. */
      ytd_count: z.number(),
      ytd_projected_revenue_active_formatted: z.string(),
      ytd_projected_revenue_archived_formatted: z.string(),
      ytd_projected_revenue_lost_formatted: z.string(),
      ytd_projected_revenue_completed_formatted: z.string(),
      /** Per status: sum in dollars, targets, and how many of them name an amount. */
      projected: z.object({ active: money, archived: money, lost: money, completed: money }),
    }),
  }),
})
export type Hud = z.infer<typeof Hud>

export const routes = {
  hud: defineRoute({
    name: 'targets.hud',
    method: 'GET',
    path: 'user/hud',
    summary: 'Score, steps this week, revenue, and how they are made',
    query: z.strictObject({ proxyUser: id.optional() }),
    answer: Hud,
  }),
  setYtdRevenue: defineRoute({
    name: 'targets.setYtdRevenue',
    method: 'POST',
    path: 'user/set_ytd_revenue',
    summary: 'Revenue won this year before I started here; it adds to `ytd_formatted` until the year ends',
    body: YtdInput,
    answer: z.object({ amount: z.number(), year: z.number() }),
  }),
  score: defineRoute({
    name: 'targets.score',
    method: 'GET',
    path: 'user/score',
    summary: 'The score of a day, with the events behind it: mine, or with `proxyUser` of a person I manage',
    query: ScoreQuery,
    answer: Score,
  }),
}

/** The summary of the person's own pipeline, or of that of who is named. */
export const summary = defineReading<Hud, { proxyUser?: string | undefined }>({
  name: 'idhud',
  route: routes.hud,
  callOf: (query) => ({ query }),
  isLive: true,
})
