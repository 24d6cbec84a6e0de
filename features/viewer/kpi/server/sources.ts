import type { Flag } from '#core/contract/area.ts'
import type { Days } from '#core/contract/ranges.ts'
import type { TeamForecast } from '#features/pipeline/forecast/server/contract.ts'
import type { Team, TeamFigures } from '#features/targets/figures/server/contract.ts'
import type { TeamLearning } from '#features/trainer/learning/server/contract.ts'

/** Figures that other features offer. */
export type Sources = { teamFigures: TeamFigures; teamForecast: TeamForecast; teamLearning: TeamLearning }

/** Audience and dates. */
export type Counting = Team & {
  today: string
  /** Returns whether the firm has a feature. No panel shows data of one that it lacks. */
  has: (flag: Flag) => boolean
  /** Current time in the firm's time zone. */
  made: string
  days: Days
  lesson: string | undefined
}
