// Conditions for what counts as done in `e`, rows of target_events, joined with the Target `t`, which can be deleted.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { MOST_CREATED, points } from './points.ts'

export const isLate = (zone: string) => sql<boolean>`coalesce((e.at at time zone ${zone})::date > e.due::date, false)`
/** True if another person now owns the step's Target. */
export const isHelp = sql<boolean>`t.owner_id <> e.person_id`

/** A Target's win counts once, however often it is pursued again. */
export const isFirstWin = sql<boolean>`not exists (
  select from target_events w where w.org_id = e.org_id and w.target_id = e.target_id and w.kind = 'targetWon' and not w.undone
    and w.person_id = e.person_id and (w.at, w.id) < (e.at, e.id))`

/**
 * Twice the points that the event adds to a score, so that half a step is an integer. For creations see `creations`.
 * Source: RULINGS, section 4, 'Score'.
 */
export const halfPoints = (zone: string) => sql`
  case e.kind when 'targetWon' then case when ${isFirstWin} then ${sql.lit(2 * points.won)} else 0 end when 'stepDone' then
    case when e.due is null then 0 else
      case e.data->>'value' when 'L' then ${sql.lit(points.step.L)} when 'M' then ${sql.lit(points.step.M)} else ${sql.lit(points.step.H)} end
        * case when ${isLate(zone)} then 1 else 2 end end
    else 0 end`

/** Monday of the week of an event `e`. */
export const weekOf = (zone: string) => sql`date_trunc('week', e.at at time zone ${zone})::date`

/**
 * SQL of one row (created, own_created): counted creations of a person on these days, without and with private ones.
 * `from` is null for the beginning. Needs `private`.
 */
export const creations = (
  person: RawBuilder<unknown>,
  { from, to, zone }: { from: RawBuilder<unknown> | null; to: RawBuilder<unknown>; zone: string },
) => {
  const begins = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone ${zone})`
  const most = (count: RawBuilder<unknown>) => sql`least(${sql.lit(MOST_CREATED)}, ${count})`
  const isBefore = from ? sql`e.at < ${begins(from)}` : sql`false`
  const isOpen = sql`e.target_id not in (select id from private)`
  return sql`
    select coalesce(sum(${most(sql`w.open`)} - ${most(sql`w.open_before`)}), 0)::int as created, coalesce(sum(${most(sql`w.own`)} - ${most(sql`w.own_before`)}), 0)::int as own_created
    from (
      select count(*) as own, count(*) filter (where ${isBefore}) as own_before,
        count(*) filter (where ${isOpen}) as open, count(*) filter (where ${isOpen} and ${isBefore}) as open_before
      from target_events e where e.org_id = ${currentOrgId} and e.person_id = ${person} and e.kind = 'targetCreated' and not e.undone
        ${from ? sql`and e.at >= ${begins(sql`date_trunc('week', (${from})::timestamp)`)}` : sql``} and e.at < ${begins(sql`(${to})::date + 1`)}
      group by ${weekOf(zone)}) w`
}

/** Columns of score_days that sum counted events, and those that sum all activity. */
export const countedSteps = ['events', 'steps', 'dated', 'late', 'helping', 'half_points'] as const
export const summed = [...countedSteps, 'score_sum', 'scored'] as const
