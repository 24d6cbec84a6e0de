// Counts many people's work in ranges of days, from stored daily totals.
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import type { Days } from '#core/contract/ranges.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { points as worth } from '../../score/points.ts'
import { countedSteps, creations, halfPoints, isLate } from '../../score/server/done.ts'
import { privateTargets } from '../../server/privateTargets.ts'

/** Common table expressions that `activityTotals` needs. */
export const privateOnes = sql`private as materialized (${privateTargets})`

/** SQL for the instant at which a day starts in the firm's zone. */
const beginOf = (day: RawBuilder<unknown>, zone: string) => sql`((${day})::timestamp at time zone ${zone})`

/** Returns a row per range: its index, the instants of its start and end, its first and last day. */
export const dateRanges = (spans: readonly Days[], zone: string) => sql`
  select * from unnest(${spans.map((_, place) => place)}::int[], ${spans.map(({ start }) => startOfDay(zone, start))}::timestamptz[],
    ${spans.map(({ end }) => startOfDay(zone, addDays(end, 1)))}::timestamptz[], ${spans.map(({ start }) => start)}::date[], ${spans.map(({ end }) => end)}::date[])
    as s (place, starts, ends, first, last)`

type Instant = RawBuilder<unknown>

/** One figure per range, in order. */
export const forEachDateRange = (
  spans: readonly Days[],
  zone: string,
  figure: (starts: Instant, ends: Instant, place: number) => RawBuilder<unknown>,
) => {
  const at = (day: string) => sql`${startOfDay(zone, day)}::timestamptz`
  return sql`array[${sql.join(spans.map(({ start, end }, place) => figure(at(start), at(addDays(end, 1)), place)))}]`
}

/**
 * Returns rows (id, place, events, steps, dated, late, helping, score_sum, scored), with `points` also half_points,
 * without private Targets. `spans` is a query of (id, place, first, last), both days included. Requires `privateOnes`.
 * Totals take two rows for any range, only later days are read event by event. The day before is computed first: next
 * to a row-level security policy, PostgreSQL would search all of a person's days.
 */
export const activityTotals = (spans: RawBuilder<unknown>, zone: string, { points = false } = {}) => {
  const kinds = points ? countedSteps : countedSteps.filter((kind) => kind !== 'half_points')
  const each = (of: (kind: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(kinds.map((kind) => of(sql.ref(kind))))
  return sql`
    select k.id, k.place, ${each((kind) => sql`(case when u.is_summed then hi.${kind} - coalesce(lo.${kind}, 0) else 0 end + coalesce(e.${kind}, 0))::int as ${kind}`)},
      (case when u.is_summed then hi.score_sum - coalesce(lo.score_sum, 0) else 0 end + coalesce(s.score_sum, 0))::int as score_sum,
      (case when u.is_summed then hi.scored - coalesce(lo.scored, 0) else 0 end + coalesce(s.scored, 0))::int as scored
    from (select k.*, k.first - 1 as before from (${spans}) k offset 0) k
    left join lateral (select c.summed from score_clocks c where c.org_id = ${currentOrgId} and c.user_id = k.id and c.summed >= k.before offset 0) c on true
    left join lateral (select s.* from score_days s where s.org_id = ${currentOrgId} and s.user_id = k.id and s.day = least(k.last, c.summed) and c.summed is not null offset 0) hi on true
    left join lateral (select s.* from score_days s where s.org_id = ${currentOrgId} and s.user_id = k.id and s.day = k.before and hi.day is not null offset 0) lo on true
    cross join lateral (
      select u.is_summed, case when u.is_summed then hi.day + 1 else k.first end as since from (
        select hi.day is not null and (lo.day is not null or not exists (
          select 1 from target_events e where e.org_id = ${currentOrgId} and e.person_id = k.id and e.at < ${beginOf(sql`k.first`, zone)})) as is_summed offset 0) u offset 0) u
    left join lateral (
      select sum(e.events) as events, sum(e.steps) as steps, sum(e.dated) as dated, sum(e.late) as late, sum(e.steps) filter (where t.owner_id <> k.id) as helping
        ${points ? sql`, coalesce(sum(e.half_points), 0) + ${sql.lit(2 * worth.created)} * coalesce((select c.created from (${creations(sql`k.id`, { from: sql`u.since`, to: sql`k.last`, zone })}) c where u.since <= k.last), 0) as half_points` : sql``}
      from (
        select e.target_id, count(*) as events, count(*) filter (where e.kind = 'stepDone') as steps, count(e.due) filter (where e.kind = 'stepDone') as dated,
          count(*) filter (where e.kind = 'stepDone' and ${isLate(zone)}) as late ${points ? sql`, sum(${halfPoints(zone)}) as half_points` : sql``}
        from target_events e
        where u.since <= k.last and e.org_id = ${currentOrgId} and e.person_id = k.id and e.at >= ${beginOf(sql`u.since`, zone)} and e.at < ${beginOf(sql`k.last + 1`, zone)}
          and not e.undone and e.target_id not in (select id from private)
        group by e.target_id) e
      left join targets t on t.org_id = ${currentOrgId} and t.id = e.target_id
      offset 0) e on true
    left join lateral (
      select sum(s.score) as score_sum, count(s.score) as scored from score_days s
      where u.since <= k.last and s.org_id = ${currentOrgId} and s.user_id = k.id and s.day between u.since and k.last offset 0) s on true`
}
