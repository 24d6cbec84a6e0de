// What counts as done: of rows of target_events, `e`, beside the Target they are about, `t`, which may be gone.
import { sql } from 'kysely'
import { points } from './hud.ts'

/** A step that was done after the day it was due. */
export const isLate = (zone: string) => sql<boolean>`coalesce((e.at at time zone ${zone})::date > e.due::date, false)`
/** A step on what somebody else owns now. */
export const isHelp = sql<boolean>`t.owner_id <> e.person_id`

/** Twice the points that it adds to a score, so that half a step is a whole number. Source: RULINGS, section 4, 'Score'. */
export const halfPoints = (zone: string) => sql`
  case e.kind when 'targetCreated' then ${sql.lit(2 * points.created)} when 'targetWon' then ${sql.lit(2 * points.won)} when 'stepDone' then
    case when e.due is null then 0 else
      case e.data->>'value' when 'L' then ${sql.lit(points.step.L)} when 'M' then ${sql.lit(points.step.M)} else ${sql.lit(points.step.H)} end
        * case when ${isLate(zone)} then 1 else 2 end end
    else 0 end`

/** The columns of score_days that add up what is counted of events, and those that add up all that was done. */
export const counted = ['events', 'steps', 'dated', 'late', 'helping', 'half_points'] as const
export const summed = [...counted, 'score_sum', 'scored'] as const
