// Stages of a firm's pipeline, and when and how likely a Target is expected to be won.
import { z } from 'zod'
import { type Flag, isFeatureOn } from './area.ts'
import { addMonths, formatDay, formatMonth } from './dates.ts'
import { day, id, requiredText, text } from './fields.ts'
import { worth } from './money.ts'
import type { FirmSubscriptions } from './session.ts'

export const stagesFlag: Flag = { name: 'stages' }

export const stageLimits = {
  least: 3,
  most: 8,
  name: 40,
  meaning: 200,
} as const

const percent = 'Enter a whole number from 0 to 100.'
/** Percent. */
export const StageChance = z.number({ error: percent }).int(percent).min(0, percent).max(100, percent)

export const FirmStage = z.object({
  id: z.string(),
  name: z.string(),
  meaning: z.string(),
  /** Percent of the Targets in this stage that the firm expects to win. */
  chance: z.number(),
})
export type FirmStage = z.infer<typeof FirmStage>

export const StageInput = z.strictObject({
  id,
  name: requiredText(stageLimits.name),
  meaning: text(stageLimits.meaning),
  chance: StageChance,
})

export const Stages = z.object({
  /** The first stage of a Target comes first. */
  inOrder: z.array(FirmStage),
  /** Former stages. Their Targets count as being in `instead`, or in no stage. */
  removed: z.array(z.object({ id: z.string(), name: z.string(), instead: z.string().nullable() })),
  /** Counts the changes, so that the later of two admins doesn't overwrite the earlier one. */
  version: z.int(),
})
export type Stages = z.infer<typeof Stages>

const offered = (number: number, name: string, chance: number, meaning: string): FirmStage => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  name,
  meaning,
  chance,
})
/** Stages of a firm without its own. Their IDs are permanent. */
export const offeredStages: Stages = {
  inOrder: [
    offered(1, 'Identified', 10, 'We have a name and a reason to call.'),
    offered(2, 'Talking', 25, 'We have spoken about what they need.'),
    offered(3, 'Scoping', 40, 'We are working out with them what we would do.'),
    offered(4, 'Proposal', 60, 'They have our proposal.'),
    offered(5, 'Agreed', 90, 'They have said yes, but haven’t signed yet.'),
  ],
  removed: [],
  version: 0,
}

/** Returns the stages that a firm uses. `own` is missing for the offered ones. Null for a firm without stages. */
export const stagesInUse = (own: Stages | null | undefined, subscriptions: FirmSubscriptions): Stages | null =>
  isFeatureOn(subscriptions, stagesFlag) ? (own ?? offeredStages) : null

/** Follows removed stages. Returns null for none, and for a stage that the firm never had. */
export function currentStage({ inOrder, removed }: Stages, stage: string | null | undefined): FirmStage | null {
  let at = stage ?? null
  // Each removed stage leads to one that was removed later, if at all.
  for (let left = removed.length; at !== null && left >= 0; left--) {
    const found = inOrder.find((one) => one.id === at)
    if (found) return found
    at = removed.find((one) => one.id === at)?.instead ?? null
  }
  return null
}

/** Returns the place of each stage in the pipeline, from 0, also of removed ones that another one replaces. */
export const stagePlaces = (stages: Stages): ReadonlyMap<string, number> =>
  new Map(
    [...stages.inOrder, ...stages.removed].flatMap(({ id }): [string, number][] => {
      const current = currentStage(stages, id)
      return current ? [[id, stages.inOrder.indexOf(current)]] : []
    }),
  )

/** Returns the name of a stage that the firm has or had, or null. */
export const stageName = ({ inOrder, removed }: Stages, stage: string | null): string | null =>
  [...inOrder, ...removed].find((one) => one.id === stage)?.name ?? null

// — expected close —————————————————————————————————————————————————————————————————————————————

const noSuchMonth = 'Choose a month or a day.'
/** A month, `YYYY-MM`, or a day, `YYYY-MM-DD`. */
export const ExpectedClose = z.union([day, z.string().regex(/^(19|[2-8]\d)\d\d-(0[1-9]|1[0-2])$/)], {
  error: noSuchMonth,
})
export type ExpectedClose = z.infer<typeof ExpectedClose>

const isDay = (close: ExpectedClose) => close.length > 'YYYY-MM'.length
/** Returns the month of a close, and of any day. */
export const monthOfClose = (close: ExpectedClose): string => close.slice(0, 'YYYY-MM'.length)

/** Returns whether the day or the whole month is over. */
export const isPassed = (close: ExpectedClose, today: string): boolean => close < today.slice(0, close.length)

/** Formats 'Jun 2027' and 'Jun 15, 2027'. */
export const formatClose = (close: ExpectedClose): string => (isDay(close) ? formatDay(close) : formatMonth(close))

/** Months before this one that a person can still choose. */
const MONTHS_BACK = 12
/** Months after this one. */
const MONTHS_AHEAD = 120

/** Returns why a person can't choose this month or day now, or null. */
export function whyNoClose(close: ExpectedClose, today: string, monthsBack = MONTHS_BACK): string | null {
  const [first, last] = [addMonths(monthOfClose(today), -monthsBack), addMonths(monthOfClose(today), MONTHS_AHEAD)]
  return monthOfClose(close) < first || monthOfClose(close) > last
    ? `Choose a month from ${formatMonth(first)} to ${formatMonth(last)}.`
    : null
}

// — chance —————————————————————————————————————————————————————————————————————————————————————

const tens = 'Choose a chance from 0 to 100 in tens.'
/** Percent, in tens, as a person chooses it for one Target. */
export const OwnChance = z.number({ error: tens }).int(tens).min(0, tens).max(100, tens).multipleOf(10, tens)

type Outlook = {
  stage?: string | null | undefined
  chance?: number | null | undefined
  projected_revenue: number | null
}

/** Returns the Target's own chance, else that of its stage, in percent. Null if there is neither. */
export const chanceOf = ({ chance, stage }: Omit<Outlook, 'projected_revenue'>, stages: Stages): number | null =>
  chance ?? currentStage(stages, stage)?.chance ?? null

/** Returns dollars: the amount times the chance. Null without a chance. Intangible counts 0. Source: RULINGS, section 15. */
export function weightedOf(target: Outlook, stages: Stages): number | null {
  const chance = chanceOf(target, stages)
  return chance === null ? null : (worth(target.projected_revenue) * chance) / 100
}
