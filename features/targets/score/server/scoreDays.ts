// The scores of many people on many days at once, as they are stored; the rule is that of `scoreParts`, in hud.ts.
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { points, SCORE_DAYS } from './hud.ts'

type Days = { from: string; to: string; zone: string }

/**
 * SQL of rows (user_id, day, score, own_score): of each of `people` (a query of ids) on each day, both included, as it was when the day
 * ended in the zone. `own_score` counts private targets too.
 */
export const scoresOf = (people: RawBuilder<unknown>, { from, to, zone }: Days) => sql`
  with people as materialized (${people}),
  private as materialized (select t.id from targets t where t.org_id = ${firm} and t.is_private),
  days as (select day::date as day from generate_series(${addDays(from, 1 - SCORE_DAYS)}::date, ${to}::date, interval '1 day') as day),
  gained as (
    select p.id as user_id, e.day, sum(e.worth) as own, sum(e.worth) filter (where e.target_id not in (select id from private)) as open
    from people p cross join lateral (
      select e.target_id, (e.at at time zone ${zone})::date as day,
        case e.kind when 'targetCreated' then ${points.created}::numeric when 'targetWon' then ${points.won}::numeric else
          case e.data->>'value' when 'L' then ${points.step.L} when 'M' then ${points.step.M} else ${points.step.H} end::numeric
            / case when (e.at at time zone ${zone})::date > (e.data->>'due')::date then 2 else 1 end end as worth
      from target_events e
      where e.org_id = ${firm} and e.person_id = p.id and e.at >= ${startOfDay(zone, addDays(from, 1 - SCORE_DAYS))} and e.at < ${startOfDay(zone, addDays(to, 1))}
        and not e.undone and (e.kind in ('targetCreated', 'targetWon') or e.kind = 'stepDone' and e.data->>'due' is not null)) e
    group by p.id, e.day
  ),
  spans as (
    select p.id as user_id, tp.target_id, e.status, (e.dues->>p.id::text)::date as due, e.since,
      lead(e.since) over (partition by p.id, tp.target_id order by e.at, e.id) as until
    from people p join target_people tp on tp.org_id = ${firm} and tp.user_id = p.id
    cross join lateral (
      select e.id, e.at, e.status, e.dues, (e.at at time zone ${zone})::date as since from target_events e
      where e.org_id = ${firm} and e.target_id = tp.target_id and e.at < ${startOfDay(zone, addDays(to, 1))}) e
  ),
  late as (
    select s.user_id, d.day, count(*) as own, count(*) filter (where s.target_id not in (select id from private)) as open
    from spans s join days d on d.day >= s.since and d.day > s.due and (s.until is null or d.day < s.until)
    where s.status = 'active' and s.due < ${to}::date and (s.until is null or s.until > ${from}::date) and d.day >= ${from}::date
    group by s.user_id, d.day
  ),
  summed as (
    select p.id as user_id, d.day, coalesce(l.own, 0) as late_own, coalesce(l.open, 0) as late_open,
      sum(coalesce(g.own, 0)) over back as own, sum(coalesce(g.open, 0)) over back as open
    from people p cross join days d left join gained g on g.user_id = p.id and g.day = d.day left join late l on l.user_id = p.id and l.day = d.day
    window back as (partition by p.id order by d.day rows between ${sql.lit(SCORE_DAYS - 1)} preceding and current row)
  )
  select user_id, day, round(least(100, greatest(0, open + late_open * ${points.overdue})))::smallint as score,
    round(least(100, greatest(0, own + late_own * ${points.overdue})))::smallint as own_score
  from summed where day >= ${from}::date`

/** Makes the stored days of these people anew, from `from` to `to`. */
export async function storeScores(tx: Tx, people: readonly string[], days: Days): Promise<void> {
  await sql`
    insert into score_days as s (org_id, user_id, day, score, own_score)
    select ${firm}, made.* from (${scoresOf(sql`select unnest(${people}::uuid[]) as id`, days)}) made order by user_id, day
    on conflict (org_id, user_id, day) do update set score = excluded.score, own_score = excluded.own_score
    where (s.score, s.own_score) is distinct from (excluded.score, excluded.own_score)`.execute(tx)
}
