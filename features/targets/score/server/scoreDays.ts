// Computes the stored days of many people: scores by the rules of `scoreParts` in hud.ts, and running sums of activity.
import { type RawBuilder, sql } from 'kysely'
import { addDays, mondayOf, startOfDay } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { privateTargets } from '../../server/privateTargets.ts'
import { MOST_CREATED, points, SCORE_DAYS } from '../points.ts'
import { countedSteps, creations, halfPoints, isHelp, isLate, summed } from './done.ts'

type Days = { from: string; to: string; zone: string }

const listed = (columns: readonly string[], each: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(columns.map((column) => sql`${each(sql.ref(column))} as ${sql.ref(column)}`))

/** Half points of a creation that counts. */
const CREATED = sql.lit(2 * points.created)
/** Half points per day of the creations that count in their week. */
const cappedIn = (created: RawBuilder<unknown>) => sql`
  ${CREATED} * (least(${sql.lit(MOST_CREATED)}, sum(${created}) over week) - least(${sql.lit(MOST_CREATED)}, sum(${created}) over week - ${created}))`

/**
 * SQL of rows (user_id, day, score, own_score, and the sums) for `people` (a query of IDs) and each day, both ends
 * included, as of the day's end in the zone. Only `own_score` counts private Targets. Sums continue from the stored day
 * before.
 */
export const scoreDays = (people: RawBuilder<unknown>, { from, to, zone }: Days) => {
  // Creations are counted from the week's Monday on.
  const first = mondayOf(addDays(from, 1 - SCORE_DAYS))
  return sql`
  with people as materialized (${people}),
  private as materialized (${privateTargets}),
  days as (select day::date as day from generate_series(${first}::date, ${to}::date, interval '1 day') as day),
  did as (
    select p.id as user_id, e.day, count(*) filter (where e.is_created) as own_created, count(*) filter (where e.is_open and e.is_created) as created, sum(e.half_points) as own, sum(e.half_points) filter (where e.is_open) as half_points,
      count(*) filter (where e.is_open) as events, count(*) filter (where e.is_open and e.is_step) as steps,
      count(*) filter (where e.is_open and e.is_step and e.is_dated) as dated, count(*) filter (where e.is_open and e.is_step and e.is_late) as late,
      count(*) filter (where e.is_open and e.is_step and e.is_help) as helping
    from people p cross join lateral (
      select (e.at at time zone ${zone})::date as day, e.target_id not in (select id from private) as is_open, e.kind = 'stepDone' as is_step, e.kind = 'targetCreated' as is_created,
        e.due is not null as is_dated, ${isLate(zone)} as is_late, ${isHelp} as is_help, ${halfPoints(zone)} as half_points
      from target_events e left join targets t on t.org_id = ${currentOrgId} and t.id = e.target_id
      where e.org_id = ${currentOrgId} and e.person_id = p.id and e.at >= ${startOfDay(zone, first)} and e.at < ${startOfDay(zone, addDays(to, 1))}
        and not e.undone) e
    group by p.id, e.day
  ),
  done as (
    select d.user_id, d.day, coalesce(d.own, 0) + ${cappedIn(sql`d.own_created`)} as own, coalesce(d.half_points, 0) + ${cappedIn(sql`d.created`)} as half_points,
      d.events, d.steps, d.dated, d.late, d.helping
    from did d window week as (partition by d.user_id, date_trunc('week', d.day::timestamp) order by d.day)
  ),
  spans as (
    select p.id as user_id, tp.target_id, e.status, (e.dues->>p.id::text)::date as due, e.since,
      lead(e.since) over (partition by p.id, tp.target_id order by e.at, e.id) as until
    from people p join target_people tp on tp.org_id = ${currentOrgId} and tp.user_id = p.id
    cross join lateral (
      select e.id, e.at, e.status, e.dues, (e.at at time zone ${zone})::date as since from target_events e
      where e.org_id = ${currentOrgId} and e.target_id = tp.target_id and e.at < ${startOfDay(zone, addDays(to, 1))}) e
  ),
  overdue as (
    select s.user_id, d.day, count(*) as own, count(*) filter (where s.target_id not in (select id from private)) as open
    from spans s join days d on d.day >= s.since and d.day > s.due and (s.until is null or d.day < s.until)
    where s.status = 'active' and s.due < ${to}::date and (s.until is null or s.until > ${from}::date) and d.day >= ${from}::date
    group by s.user_id, d.day
  ),
  before as (
    select p.id as user_id, coalesce(s.score_sum, 0) as score_sum, coalesce(s.scored, 0) as scored,
      ${listed(countedSteps, (column) => sql`coalesce(s.${column}, e.${column}, 0)`)}
    from people p left join score_clocks c on c.org_id = ${currentOrgId} and c.user_id = p.id
    left join score_days s on s.org_id = ${currentOrgId} and s.user_id = p.id and s.day = ${from}::date - 1 and s.day <= c.summed
    left join lateral (
      select count(*) as events, count(*) filter (where e.kind = 'stepDone') as steps, count(e.due) filter (where e.kind = 'stepDone') as dated,
        count(*) filter (where e.kind = 'stepDone' and ${isLate(zone)}) as late, count(*) filter (where e.kind = 'stepDone' and ${isHelp}) as helping,
        coalesce(sum(${halfPoints(zone)}), 0)
          + ${CREATED} * (select c.created from (${creations(sql`p.id`, { from: null, to: sql`${from}::date - 1`, zone })}) c) as half_points
      from target_events e left join targets t on t.org_id = ${currentOrgId} and t.id = e.target_id
      where e.org_id = ${currentOrgId} and e.person_id = p.id and e.at < ${startOfDay(zone, from)} and not e.undone and e.target_id not in (select id from private)
    ) e on s.day is null
  ),
  added as (
    select p.id as user_id, d.day, coalesce(l.own, 0) as late_own, coalesce(l.open, 0) as late_open,
      sum(coalesce(g.own, 0)) over back as own, sum(coalesce(g.half_points, 0)) over back as open,
      ${listed(countedSteps, (column) => sql`coalesce(sum(g.${column}) filter (where d.day >= ${from}::date) over since, 0)`)}
    from people p cross join days d left join done g on g.user_id = p.id and g.day = d.day left join overdue l on l.user_id = p.id and l.day = d.day
    window since as (partition by p.id order by d.day), back as (since rows between ${sql.lit(SCORE_DAYS - 1)} preceding and current row)
  ),
  scored as (
    select a.*, score_of(a.open, a.late_open)::smallint as score,
      score_of(a.own, a.late_own)::smallint as own_score
    from added a where a.day >= ${from}::date
  )
  select d.user_id, d.day, d.score, d.own_score, ${listed(countedSteps, (column) => sql`(b.${column} + d.${column})::int`)},
    (b.score_sum + sum(d.score) over since)::int as score_sum, (b.scored + count(d.score) over since)::int as scored
  from scored d join before b on b.user_id = d.user_id window since as (partition by d.user_id order by d.day)`
}

const stored = ['score', 'own_score', ...summed] as const
const columnsOf = (table: string) => sql.join(stored.map((column) => sql.ref(`${table}.${column}`)))

/** Recomputes the stored days of these people from `from` to `to`. */
export async function storeDays(tx: Tx, people: readonly string[], days: Days): Promise<void> {
  await tx.sql`
    insert into score_days as s (org_id, user_id, day, ${sql.join(stored.map((column) => sql.ref(column)))})
    select ${currentOrgId}, made.user_id, made.day, ${columnsOf('made')} from (${scoreDays(sql`select unnest(${people}::uuid[]) as id`, days)}) made order by user_id, day
    on conflict (org_id, user_id, day) do update set ${sql.join(stored.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
    where (${columnsOf('s')}) is distinct from (${columnsOf('excluded')})`
}
