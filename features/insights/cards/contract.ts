// The API of the daily cards: their schema, for devices as well, and the routes. No rules.
import { z } from 'zod'
import { day, id, messages, requiredText, stamp } from '#core/contract/fields.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { insightsFlag } from '../flagsContract.ts'
import { lineText } from '../namesContract.ts'

export const cardLimits = {
  category: 40,
  observation: 160,
  dataValue: 20,
  dataLabel: 100,
  suggestion: 400,
  /** Most cards about the person's own Targets that one night generates. */
  perDay: 3,
  /** Days for which a rule doesn't report the same finding again. Source: RULINGS, section 6. */
  silentDays: 14,
  keptDays: 30,
} as const

export const InsightType = z.enum(['tracker', 'bd', 'firm'])
export type InsightType = z.infer<typeof InsightType>

export const Because = z.object({
  label: z.string(),
  value: z.string(),
  /** Amount beside the value; '' for none. */
  amount: z.string(),
  /** Relative length of the figure's bar, 0 to 1. */
  size: z.number(),
  target_id: id.optional(),
})
export type Because = z.infer<typeof Because>

/** Actions on the card, in addition to opening its subject. */
export const CardAct = z.enum(['open', 'snooze', 'join'])
export type CardAct = z.infer<typeof CardAct>

export const Insight = z.object({
  id,
  /** About the person's own Targets, from the vendor, or from the firm. */
  type: InsightType,
  /** Code of the rule that generated it, or 'written' for a card that a person wrote. */
  code: z.string(),
  title: z.string(),
  category: z.string(),
  observation: z.string(),
  data_value: z.string(),
  data_label: z.string(),
  suggestion: z.string(),
  status: z.enum(['new', 'viewed']),
  /** When the card was made. Once it is viewed, when it was first opened. */
  created: stamp,
  /** Day for which the card was made, in the firm's time zone. */
  day,
  because: z.array(Because),
  act: CardAct,
  target_id: id.optional(),
  /** Path in the app that the card links to, if that isn't a Target. */
  path: z.string().optional(),
  /** The person's rating; left out if there is none. */
  useful: z.boolean().optional(),
})
export type Insight = z.infer<typeof Insight>

export const insightEndpoints = defineCollection<Insight>({ name: 'insights', row: Insight })

export const CardViewInput = z.strictObject({ id })
/** null removes the rating. */
export const RateInput = z.strictObject({ id, useful: z.boolean().nullable() })
export type RateInput = z.infer<typeof RateInput>

const list = z.object({ insights: z.array(Insight) })
const one = z.strictObject({ id })

/** A card as its author writes it for everyone. `begins` and `ends` are the first and last day on which it is shown. */
const Dated = z.strictObject({
  category: lineText(cardLimits.category).min(1, messages.complete),
  observation: lineText(cardLimits.observation).min(1, messages.complete),
  data_value: lineText(cardLimits.dataValue).default(''),
  data_label: lineText(cardLimits.dataLabel).default(''),
  suggestion: requiredText(cardLimits.suggestion),
  begins: day,
  ends: day,
})
const inOrder = { path: ['ends'], error: 'The end date can’t be before the start date.' }
export const AuthoredInsightInput = Dated.refine(({ begins, ends }) => begins <= ends, inOrder)
export type AuthoredInsightInput = z.infer<typeof AuthoredInsightInput>
/** `revision` is the one that the author read. The server returns 409 if someone has changed the card since. */
export const AuthoredInsightChange = Dated.extend({ revision: z.int() }).refine(
  ({ begins, ends }) => begins <= ends,
  inOrder,
)
export type AuthoredInsightChange = z.infer<typeof AuthoredInsightChange>

export const AuthoredInsight = Dated.extend({
  id,
  revision: z.int(),
  state: z.enum(['planned', 'shown', 'over']),
  modified: stamp,
  /** Numbers of people who have the card and who viewed it; for a vendor's card, across all firms. */
  people: z.int(),
  viewed: z.int(),
})
export type AuthoredInsight = z.infer<typeof AuthoredInsight>
const written = { answer: z.object({ insights: z.array(AuthoredInsight) }) }

export const routes = {
  all: defineRoute({
    name: 'insights.all',
    method: 'GET',
    path: 'insights',
    summary: 'List my insights: about my own Targets, by the vendor, and by my firm',
    answer: list,
  }),
  bd: defineRoute({
    name: 'insights.bd',
    method: 'GET',
    path: 'insights/bd',
    summary: 'List my insights that the vendor wrote',
    answer: list,
  }),
  firm: defineRoute({
    name: 'insights.firm',
    method: 'GET',
    path: 'insights/firm',
    summary: 'List my insights that my firm wrote',
    answer: list,
  }),
  view: defineRoute({
    name: 'insights.view',
    method: 'POST',
    path: 'insights/:id/viewinsight',
    summary: 'Mark an insight as viewed',
    params: one,
    answer: Insight,
  }),
  rate: defineRoute({
    name: 'insights.rate',
    method: 'POST',
    path: 'insights/:id/useful',
    summary: 'Rate an insight’s usefulness; ratings decide which insights come first',
    params: one,
    body: z.strictObject({ useful: z.boolean().nullable() }),
    answer: Insight,
  }),
  written: defineRoute({
    name: 'insights.written',
    method: 'GET',
    path: 'insights/written',
    summary: 'List written insights: the firm’s own for its admins, the vendor’s for operators',
    ...written,
  }),
  write: defineRoute({
    name: 'insights.write',
    method: 'POST',
    path: 'insights/written',
    summary: 'Write an insight for everyone',
    body: AuthoredInsightInput,
    ...written,
  }),
  rewrite: defineRoute({
    name: 'insights.rewrite',
    method: 'POST',
    path: 'insights/written/:id',
    summary: 'Change a written insight',
    params: one,
    body: AuthoredInsightChange,
    ...written,
  }),
  unwrite: defineRoute({
    name: 'insights.unwrite',
    method: 'DELETE',
    path: 'insights/written/:id',
    summary: 'Delete a written insight',
    params: one,
    ...written,
  }),
}

export const newInsights = defineNotice({
  kind: 'daily_insights',
  label: 'Daily insights',
  flag: insightsFlag,
  why: 'In the morning, when there are new insights about your Targets.',
  switches: { email: 'Daily insights by email', push: 'Daily insights by push' },
  leaves: 'bundled',
  level: 'daily',
  title: 'New insights',
  button: 'Open my insights',
  several: (count) => `${count} mornings with new insights`,
})
