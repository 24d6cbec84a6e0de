// Conditions for what counts as done in `e`, rows of target_events, joined with the Target `t`, which can be deleted.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { MOST_CREATED } from '../points.ts'

export const isLate = (zone: string) => sql<boolean>`is_late(e.at, e.due::date, ${zone})`
/** True if another person now owns the step's Target. */
export const isHelp = sql<boolean>`t.owner_id <> e.person_id`

/** A Target's win counts once, however often it is pursued again. */
export const isFirstWin = sql<boolean>`not exists (
  select 1 from target_events w where w.org_id = ${currentOrgId} and w.target_id = e.target_id and w.kind = 'targetWon' and not w.undone
    and w.person_id = e.person_id and (w.at, w.id) < (e.at, e.id))`

/** Twice the points that the event adds to a score. For creations see `creations`. */
export const halfPoints = (zone: string) =>
  sql`case when e.kind <> 'targetWon' or ${isFirstWin} then ${halfPointsOfAny(zone)} else 0 end`

/** The same, also for a Target's later wins. */
export const halfPointsOfAny = (zone: string) =>
  sql`event_half_points(e.kind, e.data->>'value', e.due::date, e.at, ${zone})`

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
