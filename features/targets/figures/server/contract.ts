// Figures on a team's targets that the Tracker offers to other features. Private targets are never included.
import type { RawBuilder } from 'kysely'
import { definePort } from '#core/contract/ports.ts'
import type { Days } from '#core/contract/ranges.ts'
import type { Tx } from '#core/server/database/tx.ts'

export { privateTargets } from '../../server/privateTargets.ts'

/** A query of the people's IDs, the firm's zone, and the instant that counts as now. */
export type Team = { people: RawBuilder<unknown>; zone: string; now: string }

export type Worked = {
  /** Dollars of won Targets. */
  won: number
  /** Projected dollars of Targets in pursuit at the end of the last day. */
  projected: number
  steps: number
  /** Number of steps with a due day, and of those done in time. */
  dated: number
  on_time: number
  /** Mean of people's means, if they have a Target or step in the period. Not rounded, null if none is stored. */
  score: number | null
  /** There is data from before these days. */
  has_before: boolean
}
export type Stage = 'pursuing' | 'reactivated' | 'held'
/** `age` is an index in `AGES`. `projected` is in dollars. */
export type StageCell = { stage: Stage; age: number; count: number; projected: number }

/** Upper limits of age groups, in days since a target was created. The last group has no limit. */
export const AGES = [30, 90, 180, 365] as const

/** A person, and the day around which to compare their work. */
export type Around = { user_id: string; day: string; is_in: boolean }
/** `days`: days observed for all people together. */
export type Side = {
  is_in: boolean
  steps_before: number
  steps_after: number
  won_before: number
  won_after: number
  days_after: number
}

export type TeamFigures = {
  /** Returns one result per requested period, in order. */
  worked: (tx: Tx, team: Team, spans: readonly Days[]) => Promise<Worked[]>
  headcount: (tx: Tx, team: Team) => Promise<number>
  stages: (tx: Tx, team: Team) => Promise<StageCell[]>
  /** Returns dollars by month, 'YYYY-MM', from the first day on, without empty months. */
  wonByMonth: (tx: Tx, team: Team, from: string) => Promise<{ month: string; won: number }[]>
  /** Returns today's score of each active person. */
  scores: (tx: Tx, team: Team) => Promise<{ user_id: string; score: number }[]>
  /** Returns each active person by name, with the last day of activity in their pipeline, null for never. */
  lastWorked: (tx: Tx, team: Team) => Promise<{ user_id: string; name: string; since: string; worked: string | null }[]>
  /** Steps and dollars won in so many days before and after each person's day, which is excluded. */
  around: (tx: Tx, team: Team, people: readonly Around[], days: number) => Promise<Side[]>
  /** Weeks begin on these Mondays. */
  stepsByWeek: (
    tx: Tx,
    team: Team,
    people: readonly Around[],
    mondays: readonly string[],
  ) => Promise<{ monday: string; is_in: boolean; steps: number }[]>
}
export const teamFigures = definePort<TeamFigures>('targets.teamFigures')
