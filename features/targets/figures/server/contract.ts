// The figures of a team's targets, which the Tracker offers to whoever draws them. Private targets are in none of them.
import type { RawBuilder } from 'kysely'
import { definePort } from '#core/contract/ports.ts'
import type { Days } from '#core/contract/ranges.ts'
import type { Tx } from '#core/server/database/firm.ts'

export { privateTargets } from '../../server/privateTargets.ts'

/** Who is counted, as a query of ids; the firm's zone, and the instant that counts as now. */
export type Team = { people: RawBuilder<unknown>; zone: string; now: string }

export type Worked = {
  /** Dollars of the Targets that were won. */
  won: number
  /** Dollars that the Targets in pursuit at the end of the last day are to bring. */
  projected: number
  steps: number
  /** Of the steps: had a due day, and were done by then. */
  dated: number
  on_time: number
  /** The mean of people's own means over the days, of those with a Target or a step in them; not rounded, null where none is stored. */
  score: number | null
  /** There is anything of theirs from before these days. */
  has_before: boolean
}
export type Stage = 'pursuing' | 'reactivated' | 'held'
/** `age`: place in `AGES`. `projected` in dollars. */
export type StageCell = { stage: Stage; age: number; count: number; projected: number }

/** Days since a target was made: at most so many, and more than all of them. */
export const AGES = [30, 90, 180, 365] as const

/** A person, and the day around which their work is looked at. */
export type Around = { user_id: string; day: string; is_in: boolean }
/** Of all people of one side together; `days` is how many days were looked at, all people's together. */
export type Side = {
  is_in: boolean
  steps_before: number
  steps_after: number
  won_before: number
  won_after: number
  days_after: number
}

export type TeamFigures = {
  /** One for each of the days asked for, in their order. */
  worked: (tx: Tx, team: Team, spans: readonly Days[]) => Promise<Worked[]>
  /** How many are here. */
  headcount: (tx: Tx, team: Team) => Promise<number>
  stages: (tx: Tx, team: Team) => Promise<StageCell[]>
  /** Dollars by month, 'YYYY-MM', from the first day on; months of nothing are left out. */
  wonByMonth: (tx: Tx, team: Team, from: string) => Promise<{ month: string; won: number }[]>
  /** The score of today of each one who is here. */
  scores: (tx: Tx, team: Team) => Promise<{ user_id: string; score: number }[]>
  /** For each one who is here, by name: the last day on which anything was done in their pipeline; null for never. */
  lastWorked: (tx: Tx, team: Team) => Promise<{ user_id: string; name: string; since: string; worked: string | null }[]>
  /** Steps and dollars won in so many days before and after each one's day, which is in neither. */
  around: (tx: Tx, team: Team, people: readonly Around[], days: number) => Promise<Side[]>
  /** Steps of each week that begins on one of these Mondays, by side. */
  stepsByWeek: (
    tx: Tx,
    team: Team,
    people: readonly Around[],
    mondays: readonly string[],
  ) => Promise<{ monday: string; is_in: boolean; steps: number }[]>
}
export const teamFigures = definePort<TeamFigures>('targets.teamFigures')
