// Figures on many people's targets, each from a single statement for any number of people.
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayIn, startOfDay } from '#core/contract/dates.ts'
import type { Days } from '#core/contract/ranges.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { meanScore } from '../../reports/server/overview.ts'
import { type PersonFigures, personFigures } from '../../reports/server/personFigures.ts'
import { SCORE_DAYS } from '../../score/points.ts'
import { activityTotals, privateOnes } from './activityTotals.ts'
import { AGES, type StageCell, type Team, type TeamFigures, type Worked } from './contract.ts'

/** People to count, and the private targets to exclude. Each is queried once. */
const teamOf = (people: RawBuilder<unknown>) => sql`
  people as materialized (select distinct asked.id from (${people}) asked),
  ${privateOnes}`

const here = sql`users u where u.org_id = ${currentOrgId} and u.id in (select id from people) and u.deactivated_at is null and u.role <> 'operator'`
/** Condition on target_events e: counted, and not on a private target. */
const counts = sql`not e.undone and e.target_id not in (select id from private)`

/** Uses the same functions as the reports. */
async function worked(tx: Tx, { people, zone }: Team, spans: readonly Days[]): Promise<Worked[]> {
  const scope = { key: 'org', people, isOwn: false, groups: [] } as const
  const found = await personFigures(tx, { scope: { ...scope, groups: [] }, session: { org: { zone } } }, spans)
  return found.map((those) => {
    const sum = (figure: (one: PersonFigures) => number) => those.reduce((all, one) => all + figure(one), 0)
    return {
      won: sum((one) => one.won_revenue),
      projected: sum((one) => one.projected),
      steps: sum((one) => one.steps),
      dated: sum((one) => one.dated),
      on_time: sum((one) => one.dated - one.late_steps),
      score: meanScore(those),
      has_before: those.some((one) => one.has_before),
    }
  })
}

async function headcount(tx: Tx, { people }: Team): Promise<number> {
  const { rows } = await tx.sql<{ count: number }>`
    with people as materialized (${people}) select count(*)::int as count from ${here}`
  return rows[0]!.count
}

async function stages(tx: Tx, { people, now }: Team): Promise<StageCell[]> {
  const { rows } = await tx.sql<StageCell>`
    with ${teamOf(people)}
    select case when t.status = 'archived' then 'held' else t.phase end as stage,
      width_bucket(extract(epoch from ${now}::timestamptz - t.created_at)::float8 / 86400, ${[0, ...AGES]}::float8[]) - 1 as age,
      count(*)::int as count, coalesce(sum(t.projected_revenue) filter (where t.projected_revenue > 0), 0)::float8 as projected
    from targets t where t.org_id = ${currentOrgId} and t.owner_id in (select id from people) and t.status in ('active', 'archived') and not t.is_private
    group by 1, 2`
  return rows.map((row) => ({ ...row, age: Math.max(0, row.age) }))
}

async function wonByMonth(tx: Tx, { people, zone }: Team, from: string) {
  const { rows } = await tx.sql<{ month: string; won: number }>`
    with ${teamOf(people)}
    select to_char(t.completed_at at time zone ${zone}, 'YYYY-MM') as month, sum(t.revenue)::float8 as won
    from targets t where t.org_id = ${currentOrgId} and t.owner_id in (select id from people) and t.status = 'completed' and t.revenue > 0 and not t.is_private
      and t.completed_at >= ${startOfDay(zone, from)}
    group by 1 order by 1`
  return rows
}

/** Counts like `scoreParts`, but for everyone in one statement. */
async function scores(tx: Tx, { people, zone, now }: Team) {
  const today = dayIn(zone, now)
  const { rows } = await tx.sql<{ user_id: string; score: number }>`
    with ${teamOf(people)}, here as materialized (select u.id from ${here})
    select d.id as user_id, score_of(d.half_points, late.overdue) as score
    from (${activityTotals(sql`select h.id, 0 as place, ${addDays(today, 1 - SCORE_DAYS)}::date as first, ${today}::date as last from here h`, zone, { points: true })}) d
    cross join lateral (
      select count(*)::int as overdue from target_people tp where tp.org_id = ${currentOrgId} and tp.user_id = d.id and tp.status = 'active' and not tp.gone
        and tp.response = 'accepted' and not tp.is_private and tp.due < ${today}::date) late`
  return rows
}

async function lastWorked(tx: Tx, { people, zone }: Team) {
  type Row = { user_id: string; name: string; since: string; worked: string | null }
  const { rows } = await tx.sql<Row>`
    with ${teamOf(people)}
    select u.id as user_id, trim(u.first_name || ' ' || u.last_name) as name, to_char(u.created_at at time zone ${zone}, 'YYYY-MM-DD') as since,
      to_char(last.at at time zone ${zone}, 'YYYY-MM-DD') as worked
    from (select u.* from ${here}) u
    left join lateral (select e.at from target_events e where e.org_id = ${currentOrgId} and e.person_id = u.id and ${counts} order by e.at desc limit 1) last on true
    order by u.last_name, u.first_name, u.id`
  return rows
}

/** Turns people into rows: ID, day, the instants of its start and end, and side. */
const sidesOf = (people: Parameters<TeamFigures['around']>[2], zone: string) => sql`
  sides as materialized (select * from unnest(${people.map(({ user_id }) => user_id)}::uuid[], ${people.map(({ day }) => day)}::date[], ${people.map(({ day }) => startOfDay(zone, day))}::timestamptz[],
    ${people.map(({ day }) => startOfDay(zone, addDays(day, 1)))}::timestamptz[], ${people.map(({ is_in }) => is_in)}::bool[]) as s (id, day, starts, ends, is_in))`

const around: TeamFigures['around'] = async (tx, { people: asked, zone, now }, people, days) => {
  const [back, on] = [sql`${days}::int`, sql`${days}::int`]
  const { rows } = await tx.sql<Awaited<ReturnType<TeamFigures['around']>>[number]>`
    with ${teamOf(asked)}, ${sidesOf(people, zone)},
    steps as materialized (${activityTotals(
      sql`select s.id, 0 as place, s.day - ${back} as first, s.day - 1 as last from sides s
        union all select s.id, 1, s.day + 1, least(s.day + ${on}, (${now}::timestamptz at time zone ${zone})::date) from sides s`,
      zone,
    )})
    select s.is_in, sum(before.steps)::int as steps_before, sum(after.steps)::int as steps_after,
      sum(won.before)::float8 as won_before, sum(won.after)::float8 as won_after,
      sum(greatest(0, least(${days}::int, floor(extract(epoch from ${now}::timestamptz - s.ends) / 86400))))::int as days_after
    from sides s join steps before on before.id = s.id and before.place = 0 join steps after on after.id = s.id and after.place = 1
    cross join lateral (
      select coalesce(sum(t.revenue) filter (where t.completed_at < s.starts), 0) as before, coalesce(sum(t.revenue) filter (where t.completed_at >= s.ends), 0) as after
      from targets t where t.org_id = ${currentOrgId} and t.owner_id = s.id and t.status = 'completed' and t.revenue > 0 and not t.is_private
        and t.completed_at >= s.starts - make_interval(days => ${days}::int) and t.completed_at < s.ends + make_interval(days => ${days}::int)) won
    group by s.is_in`
  return rows
}

const stepsByWeek: TeamFigures['stepsByWeek'] = async (tx, { people: asked, zone }, people, mondays) => {
  const { rows } = await tx.sql<{ monday: string; is_in: boolean; steps: number }>`
    with ${teamOf(asked)}, ${sidesOf(people, zone)},
    weeks as materialized (select monday::date as first, monday, place from unnest(${[...mondays]}::text[]) with ordinality as w (monday, place))
    select w.monday, s.is_in, sum(d.steps)::int as steps
    from (${activityTotals(sql`select s.id, w.place, w.first, w.first + 6 as last from sides s cross join weeks w`, zone)}) d
    join sides s on s.id = d.id join weeks w on w.place = d.place
    group by 1, 2 having sum(d.steps) > 0`
  return rows
}

export const figuresOfTeam: TeamFigures = {
  worked,
  headcount,
  stages,
  wonByMonth,
  scores,
  lastWorked,
  around,
  stepsByWeek,
}
