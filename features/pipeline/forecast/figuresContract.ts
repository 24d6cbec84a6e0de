// Figures of this quarter and the next, for screens that show a forecast beside other figures.
import { z } from 'zod'
import { isFeatureOn } from '#core/contract/area.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { forecastFlag } from './flagsContract.ts'

/** A forecast needs Targets, and stages for their chances. */
export const isForecastOn = (subscriptions: FirmSubscriptions): boolean =>
  [trackerFlag, stagesFlag, forecastFlag].every((flag) => isFeatureOn(subscriptions, flag))

/** Source: the columns of the report. */
export const forecastMeanings = {
  won: { label: 'Won', sentence: 'Revenue of Targets won since the quarter began. Intangible adds $0.' },
  weighted: {
    label: 'Weighted',
    sentence:
      'Each projected revenue times its chance: the Target’s own, or else that of its stage. Targets without a chance aren’t in it.',
  },
  open: {
    label: 'Open',
    sentence: 'Projected revenue of Targets that are pursued and expected to close then. Intangible adds $0.',
  },
} as const
export type ForecastFigure = keyof typeof forecastMeanings

/** Formats '2027 Q2'. Its quarter can begin with any month of it. */
export const formatQuarter = (month: string): string => `${month.slice(0, 4)} Q${Math.ceil(Number(month.slice(5)) / 3)}`

/** Returns the parameter `which` of the rows of a quarter's figure, see rowsPaths.ts. */
export const whichOfQuarter = (quarter: string, part: string): string => `quarter.${quarter}.${part}`

/** Dollars, as the report counts them. `quarter` is its first month. */
const NextQuarter = z.object({ quarter: z.string(), weighted: z.number(), open: z.number() })
/** `won`: so far. */
const ThisQuarter = NextQuarter.extend({ won: z.number() })
export type QuarterFigures = z.infer<typeof ThisQuarter>

export const ThisAndNextQuarter = z.object({ this_quarter: ThisQuarter, next_quarter: NextQuarter })
export type ThisAndNextQuarter = z.infer<typeof ThisAndNextQuarter>
