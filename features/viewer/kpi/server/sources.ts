// What the dashboard's panels are counted from.
import type { Days } from '#core/contract/ranges.ts'
import type { Team, TeamFigures } from '#features/targets/figures/server/contract.ts'
import type { TeamLearning } from '#features/trainer/learning/server/contract.ts'

/** The figures that other features offer. */
export type Sources = { teamFigures: TeamFigures; teamLearning: TeamLearning }

/** Whom and when. */
export type Counting = Team & {
  today: string
  /** The instant, on the firm's clocks. */
  made: string
  days: Days
  lesson: string | undefined
}
