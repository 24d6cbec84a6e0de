// Figures of many people's targets at once: each a single statement, whatever the number of people.
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayIn, startOfDay } from '#core/contract/dates.ts'
import type { Days } from '#core/contract/ranges.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { points, SCORE_DAYS } from '../../score/server/hud.ts'
import { AGES, type StageCell, type Team, type TeamFigures, type Worked } from './contract.ts'

/** Everybody who is counted, and the targets that are in nobody's figures. Each is looked up once. */
const teamOf = (people: RawBuilder<unknown>) => sql`
  people as materialized (select distinct asked.id from (${people}) asked),
  private as materialized (select id from targets where org_id = ${firm} and is_private)`

/** Of the people: who is here. */
const here = sql`users u where u.org_id = ${firm} and u.id in (select id from people) and u.deactivated_at is null and u.role <> 'operator'`
/** Of target_events e: what counts, and is no private target's. */
const counts = sql`not e.undone and e.target_id not in (select id from private)`

async function worked(tx: Tx, { people, zone }: Team, spans: readonly Days[]): Promise<Worked[]> {
  const places = spans.map((_, place) => place)
  const starts = spans.map(({ start }) => startOfDay(zone, start))
  const ends = spans.map(({ end }) => startOfDay(zone, addDays(end, 1)))
  const { rows } = await sql<Worked>`
    with ${teamOf(people)},
    spans as (select * from unnest(${places}::int[], ${starts}::timestamptz[], ${ends}::timestamptz[], ${spans.map(({ start }) => start)}::date[], ${spans.map(({ end }) => end)}::date[])
      as s (place, starts, ends, first, last)),
    done as (
      select s.place, sum(d.steps)::int as steps, sum(d.dated)::int as dated, sum(d.on_time)::int as on_time from spans s cross join people p cross join lateral (
        select count(*) as steps, count(e.due) as dated, count(*) filter (where (e.at at time zone ${zone})::date <= e.due::date) as on_time
        from target_events e where e.org_id = ${firm} and e.person_id = p.id and e.at >= s.starts and e.at < s.ends and e.kind = 'stepDone' and ${counts}) d
      group by s.place),
    scored as (
      select s.place, avg(d.score)::float8 as score from spans s cross join people p cross join lateral (
        select d.score from score_days d where d.org_id = ${firm} and d.user_id = p.id and d.day between s.first and s.last offset 0) d group by s.place),
    owned as materialized (
      select t.id, t.status, t.projected_revenue, t.revenue, t.created_at, t.completed_at from targets t
      where t.org_id = ${firm} and t.owner_id in (select id from people) and not t.is_private),
    won as (
      select s.place, sum(t.revenue) as won from spans s join owned t on t.status = 'completed' and t.revenue > 0
        and t.completed_at >= s.starts and t.completed_at < s.ends group by s.place),
    changed as materialized (
      select distinct s.place, e.target_id as id from spans s cross join people p cross join lateral (
        select e.target_id from target_events e where e.org_id = ${firm} and e.person_id = p.id and e.at >= s.ends
          and e.kind in ('targetWon', 'targetLost', 'targetHeld', 'targetTrashed', 'targetPursued', 'changeUndone') offset 0) e),
    standing as (
      select s.place, sum(t.projected_revenue) as projected from spans s join owned t on t.projected_revenue > 0 and t.created_at < s.ends
      where case when (s.place, t.id) not in (select place, id from changed) then t.status = 'active' else 'active' = (
        select e.status from target_events e where e.org_id = ${firm} and e.target_id = t.id and e.at < s.ends order by e.at desc, e.id desc limit 1) end
      group by s.place)
    select coalesce(won, 0)::float8 as won, coalesce(projected, 0)::float8 as projected,
      coalesce(steps, 0) as steps, coalesce(dated, 0) as dated, coalesce(on_time, 0) as on_time, score
    from spans left join done using (place) left join scored using (place) left join won using (place) left join standing using (place) order by place`.execute(
    tx,
  )
  return rows
}

async function stages(tx: Tx, { people, now }: Team): Promise<StageCell[]> {
  const { rows } = await sql<StageCell>`
    with ${teamOf(people)}
    select case when t.status = 'archived' then 'held' else t.phase end as stage,
      width_bucket(extract(epoch from ${now}::timestamptz - t.created_at)::float8 / 86400, ${[0, ...AGES]}::float8[]) - 1 as age,
      count(*)::int as count, coalesce(sum(t.projected_revenue) filter (where t.projected_revenue > 0), 0)::float8 as projected
    from targets t where t.org_id = ${firm} and t.owner_id in (select id from people) and t.status in ('active', 'archived') and not t.is_private
    group by 1, 2`.execute(tx)
  return rows.map((row) => ({ ...row, age: Math.max(0, row.age) }))
}

async function wonByMonth(tx: Tx, { people, zone }: Team, from: string) {
  const { rows } = await sql<{ month: string; won: number }>`
    with ${teamOf(people)}
    select to_char(t.completed_at at time zone ${zone}, 'YYYY-MM') as month, sum(t.revenue)::float8 as won
    from targets t where t.org_id = ${firm} and t.owner_id in (select id from people) and t.status = 'completed' and t.revenue > 0 and not t.is_private
      and t.completed_at >= ${startOfDay(zone, from)}
    group by 1 order by 1`.execute(tx)
  return rows
}

/** As `scoreParts` counts one person's, for everybody at once. */
async function scores(tx: Tx, { people, zone, now }: Team) {
  const today = dayIn(zone, now)
  const from = startOfDay(zone, addDays(today, 1 - SCORE_DAYS))
  const { rows } = await sql<{ user_id: string; score: number }>`
    with ${teamOf(people)}
    select u.id as user_id, round(greatest(0, least(100, coalesce(done.points, 0) + late.overdue * ${points.overdue}::int)))::int as score
    from (select u.id from ${here}) u
    cross join lateral (
      select sum(case e.kind when 'targetCreated' then ${points.created}::numeric when 'targetWon' then ${points.won}::numeric else
        case e.data->>'value' when 'L' then ${points.step.L}::numeric when 'M' then ${points.step.M}::numeric else ${points.step.H}::numeric end
        * case when (e.at at time zone ${zone})::date > (e.data->>'due')::date then 0.5 when (e.data->>'due') is null then 0 else 1 end end) as points
      from target_events e where e.org_id = ${firm} and e.person_id = u.id and e.at >= ${from} and e.at <= ${now}::timestamptz
        and e.kind in ('stepDone', 'targetCreated', 'targetWon') and ${counts}) done
    cross join lateral (
      select count(*)::int as overdue from target_people tp where tp.org_id = ${firm} and tp.user_id = u.id and tp.status = 'active' and not tp.gone
        and tp.response = 'accepted' and not tp.is_private and tp.due < ${today}::date) late`.execute(tx)
  return rows
}

async function lastWorked(tx: Tx, { people, zone }: Team) {
  type Row = { user_id: string; name: string; since: string; worked: string | null }
  const { rows } = await sql<Row>`
    with ${teamOf(people)}
    select u.id as user_id, trim(u.first_name || ' ' || u.last_name) as name, to_char(u.created_at at time zone ${zone}, 'YYYY-MM-DD') as since,
      to_char(last.at at time zone ${zone}, 'YYYY-MM-DD') as worked
    from (select u.* from ${here}) u
    left join lateral (select e.at from target_events e where e.org_id = ${firm} and e.person_id = u.id and ${counts} order by e.at desc limit 1) last on true
    order by u.last_name, u.first_name, u.id`.execute(tx)
  return rows
}

/** The people as rows: their id, the instants that begin and end their day, and their side. */
const sidesOf = (people: Parameters<TeamFigures['around']>[2], zone: string) => sql`
  sides as materialized (select * from unnest(${people.map(({ user_id }) => user_id)}::uuid[], ${people.map(({ day }) => startOfDay(zone, day))}::timestamptz[],
    ${people.map(({ day }) => startOfDay(zone, addDays(day, 1)))}::timestamptz[], ${people.map(({ is_in }) => is_in)}::bool[]) as s (id, starts, ends, is_in))`

const around: TeamFigures['around'] = async (tx, { people: asked, zone, now }, people, days) => {
  const { rows } = await sql<Awaited<ReturnType<TeamFigures['around']>>[number]>`
    with ${teamOf(asked)}, ${sidesOf(people, zone)}
    select s.is_in, sum(steps.before)::int as steps_before, sum(steps.after)::int as steps_after,
      sum(won.before)::float8 as won_before, sum(won.after)::float8 as won_after,
      sum(greatest(0, least(${days}::int, floor(extract(epoch from ${now}::timestamptz - s.ends) / 86400))))::int as days_after
    from sides s
    cross join lateral (
      select count(*) filter (where e.at < s.starts) as before, count(*) filter (where e.at >= s.ends) as after
      from target_events e where e.org_id = ${firm} and e.person_id = s.id and e.at >= s.starts - make_interval(days => ${days}::int)
        and e.at < s.ends + make_interval(days => ${days}::int) and e.kind = 'stepDone' and ${counts}) steps
    cross join lateral (
      select coalesce(sum(t.revenue) filter (where t.completed_at < s.starts), 0) as before, coalesce(sum(t.revenue) filter (where t.completed_at >= s.ends), 0) as after
      from targets t where t.org_id = ${firm} and t.owner_id = s.id and t.status = 'completed' and t.revenue > 0 and not t.is_private
        and t.completed_at >= s.starts - make_interval(days => ${days}::int) and t.completed_at < s.ends + make_interval(days => ${days}::int)) won
    group by s.is_in`.execute(tx)
  return rows
}

const stepsByWeek: TeamFigures['stepsByWeek'] = async (tx, { people: asked, zone }, people, mondays) => {
  const starts = mondays.map((monday) => startOfDay(zone, monday))
  const ends = mondays.map((monday) => startOfDay(zone, addDays(monday, 7)))
  const { rows } = await sql<{ monday: string; is_in: boolean; steps: number }>`
    with ${teamOf(asked)}, ${sidesOf(people, zone)},
    weeks as (select * from unnest(${[...mondays]}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as w (monday, starts, ends))
    select w.monday, s.is_in, count(*)::int as steps
    from sides s
    cross join lateral (
      select e.at from target_events e where e.org_id = ${firm} and e.person_id = s.id and e.at >= ${starts[0]}::timestamptz and e.at < ${ends.at(-1)}::timestamptz
        and e.kind = 'stepDone' and ${counts} offset 0) e
    join weeks w on e.at >= w.starts and e.at < w.ends
    group by 1, 2`.execute(tx)
  return rows
}

/** See the port. */
export const figuresOfTeam: TeamFigures = { worked, stages, wonByMonth, scores, lastWorked, around, stepsByWeek }
