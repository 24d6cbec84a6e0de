// What the dashboard's panels are counted from.
import type { Flag } from '#core/contract/area.ts'
import type { Days } from '#core/contract/ranges.ts'
import type { Team, TeamFigures } from '#features/targets/figures/server/contract.ts'
import type { TeamLearning } from '#features/trainer/learning/server/contract.ts'

/** The figures that other features offer. */
export type Sources = { teamFigures: TeamFigures; teamLearning: TeamLearning }

/** Whom and when. */
export type Counting = Team & {
  today: string
  /** Whether the firm has a feature: no panel shows figures of one that it doesn't have. */
  has: (flag: Flag) => boolean
  /** The instant, on the firm's clocks. */
  made: string
  days: Days
  lesson: string | undefined
}
