import { sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { type Days, pointsOf } from '#core/contract/ranges.ts'
import { IN_NO_GROUP } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { personPath } from '../../pipelines/contract.ts'
import { modes, type Overview, type OverviewRow, overviewReport } from '../overviewContract.ts'
import { reportOf } from '../reportPathsContract.ts'
import { uncounted } from './figureConditions.ts'
import { type PersonFigures, personFigures, storedScore } from './personFigures.ts'

/** Returns one row per group of the firm, or per person of a group. */
export const overviewOf: ViewerCount<Overview> = async (tx, asked) => {
  const { scope, days, before } = asked as AskedReport & { days: Days; before: Days }
  const [people, earlier] = (await personFigures(tx, asked, [days, before])) as [PersonFigures[], PersonFigures[]]
  const rows = scope.key === 'org' ? ofGroups(scope.groups, people, days) : rowsOfPeople(people).map(({ row }) => row)
  const whole = { id: scope.id, key: scope.key, name: scope.name }
  return {
    mode: modes.find((mode) => mode === asked.which) ?? 'score',
    rows,
    total: rowOf(whole, people),
    before: people.some(({ has_before }) => has_before) ? rowOf(whole, earlier) : null,
    notes: notesOf(scope, people),
    by_day: await byDay(tx, asked, { days, people, ids: rows.map(({ id }) => id) }),
  }
}

/** Adds a row for people without a group if they have any figures, so that the rows add up. */
function ofGroups(groups: AskedReport['scope']['groups'], people: PersonFigures[], days: Days): OverviewRow[] {
  const rows = groups.map(
    ({ id, name }): OverviewRow => ({
      ...rowOf(
        { id, key: 'group', name },
        people.filter((one) => one.groups.includes(id)),
      ),
      open: { path: reportOf('overview', { key: 'group', id }, days) },
    }),
  )
  const others = people.filter(isInNoGroup)
  return others.some(hasFigures) ? [...rows, rowOf({ id: NO_GROUP, key: 'none', name: IN_NO_GROUP }, others)] : rows
}

const NO_GROUP = 'none'
const isInNoGroup = ({ groups }: PersonFigures) => groups.length === 0
const hasFigures = (one: PersonFigures) =>
  one.is_counted || one.events + one.won + one.lost + one.created + one.active > 0

/** Returns notes on data that the means and sums hide. */
export function notesOf({ key }: Pick<AskedReport['scope'], 'key'>, people: readonly PersonFigures[]): string[] {
  const here = people.filter(({ is_here }) => is_here)
  const out = here.filter(({ is_counted }) => !is_counted).length
  const several = people.filter((one) => one.groups.length > 1 && hasFigures(one)).length
  const sayPeople = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? `person ${one}` : `people ${many}`}`
  return [
    ...(out > 0 && key !== 'user'
      ? [
          `${sayPeople(out, 'who had', 'who had')} neither a Target nor a step in these days ${out === 1 ? 'is' : 'are'} left out of the average scores.`,
        ]
      : []),
    ...(several > 0 && key === 'org'
      ? [
          `${sayPeople(several, 'is', 'are')} in more than one group and ${several === 1 ? 'counts' : 'count'} in each; the total counts everyone once.`,
        ]
      : []),
  ]
}

/** Returns the rows of people. People who left stay if they have figures, without a link. */
export const rowsOfPeople = (people: PersonFigures[]): { one: PersonFigures; row: OverviewRow }[] =>
  people
    .filter((one) => one.is_here || hasFigures(one))
    .map((one) => ({
      one,
      row: {
        ...rowOf({ id: one.id, key: 'user', name: `${rowName(one)}${one.is_here ? '' : ' (left)'}` }, [one]),
        ...(one.is_here && { open: { path: personPath(one.id) } }),
      },
    }))

export const rowName = ({ first_name, last_name }: Pick<PersonFigures, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()

/**
 * Averages the own means of people who had a Target or completed a step. For a single person, returns their own. Not
 * rounded.
 */
export function meanScore(
  people: readonly PersonFigures[],
  score: (one: PersonFigures) => number | null = (one) => one.average_score,
): number | null {
  const known = (people.length === 1 ? people : people.filter(({ is_counted }) => is_counted)).flatMap(
    (one) => score(one) ?? [],
  )
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0) / known.length
}

const rounded = (score: number | null) => (score === null ? null : Math.round(score))

/** Combines several people into one row with sums and mean scores. */
export function rowOf(of: Pick<OverviewRow, 'id' | 'key' | 'name'>, people: readonly PersonFigures[]): OverviewRow {
  const sum = (figure: (one: PersonFigures) => number) => people.reduce((all, one) => all + figure(one), 0)
  const latest = people.reduce<PersonFigures | null>(
    (last, one) => (one.latest !== null && one.latest > (last?.latest ?? -1) ? one : last),
    null,
  )
  const active = sum((one) => one.active)
  const here = people.filter(({ is_here }) => is_here).length
  const share = (count: number) => ({ count, pos: active === 0 ? 0 : Math.round((100 * count) / active) })
  return {
    ...of,
    latest_activity: latest && { seconds: latest.latest!, day: latest.latest_day! },
    current_score: rounded(meanScore(people, (one) => one.current_score)),
    average_score: rounded(meanScore(people)),
    total_steps: sum((one) => one.steps),
    late_steps: sum((one) => one.late_steps),
    overdue: sum((one) => one.overdue),
    clients_pursued: active,
    average_active: here === 0 ? 0 : Math.round((10 * active) / here) / 10,
    value: { L: share(sum((one) => one.low)), M: share(sum((one) => one.medium)), H: share(sum((one) => one.high)) },
    total_created: sum((one) => one.created),
    total_closed: sum((one) => one.won + one.lost),
    projected_revenue: sum((one) => one.projected),
    total_revenue: sum((one) => one.won_revenue),
    total_usage_events: sum((one) => one.events),
  }
}

/** Returns the rows of the firm's report that include a person. */
const rowsFor = ({ groups }: PersonFigures) => (groups.length === 0 ? [NO_GROUP] : groups)

type Point = { row: string; place: number; score: number | null; steps: number; events: number }

/**
 * For each row and point, returns the mean score of people whose scores count, steps, and events. Sums come from two
 * stored rows per point where they exist, otherwise from events.
 */
async function byDay(
  tx: Tx,
  { scope, session }: AskedReport,
  { days, people, ids }: { days: Days; people: PersonFigures[]; ids: string[] },
): Promise<Overview['by_day']> {
  const { zone } = session.org
  const { unit, points } = pointsOf(days)
  const ends = [addDays(days.start, -1), ...points.map(({ end }) => end)]
  const members =
    scope.key === 'org'
      ? sql`select * from unnest(${people.flatMap((one) => rowsFor(one).map(() => one.id))}::uuid[], ${people.flatMap(rowsFor)}::text[]) as m (id, row)`
      : sql`select p.id, p.id::text as row from (${scope.people}) p where p.id = any(${ids}::uuid[])`
  // A row of several people includes only those whose scores count.
  const scores = people.filter(({ is_counted }) => is_counted || scope.key !== 'org').map(({ id }) => id)
  const [starts, until] = [startOfDay(zone, days.start), startOfDay(zone, addDays(days.end, 1))]
  const { rows } = await tx.sql<Point>`
    with members as materialized (select m.*, not ${scope.isOwn}::boolean and coalesce(c.summed >= ${days.end}::date, false) and (
        exists (select 1 from score_days s where s.org_id = ${currentOrgId} and s.user_id = m.id and s.day = ${ends[0]}::date)
        or not exists (select 1 from target_events e where e.org_id = ${currentOrgId} and e.person_id = m.id and e.at < ${starts})) as is_summed
      from (${members}) m left join score_clocks c on c.org_id = ${currentOrgId} and c.user_id = m.id),
    ${uncounted(scope)},
    points as materialized (select * from unnest(${points.map((_, place) => place)}::int[], ${points.map(({ start }) => start)}::date[], ${points.map(({ end }) => end)}::date[]) as p (place, first, last)),
    summed as (
      select s.*
      from (select m.row, m.id, s.* from members m cross join lateral (
        select s.day, s.events, s.steps, s.score_sum, s.scored from score_days s
        where s.org_id = ${currentOrgId} and s.user_id = m.id and s.day = any(${ends}::date[]) offset 0) s where m.is_summed) s
    ),
    risen as (
      select s.row, s.id, s.day, s.events - lag(s.events, 1, 0) over days as events, s.steps - lag(s.steps, 1, 0) over days as steps,
        s.score_sum - lag(s.score_sum, 1, 0) over days as score_sum, s.scored - lag(s.scored, 1, 0) over days as scored
      from summed s window days as (partition by s.row, s.id order by s.day)
    ),
    counted as (
      select m.row, p.place, count(*) as events, count(*) filter (where e.kind = 'stepDone') as steps from members m cross join lateral (
        select (e.at at time zone ${zone})::date as day, e.kind from target_events e where not m.is_summed and e.org_id = ${currentOrgId} and e.person_id = m.id
          and e.at >= ${starts} and e.at < ${until} and not e.undone and e.target_id not in (select id from private) offset 0) e
      join points p on e.day between p.first and p.last group by 1, 2
    ),
    scored as (
      select m.row, m.id, p.place, sum(s.score) as score_sum, count(s.score) as scored from members m cross join lateral (
        select s.day, ${storedScore(scope)} as score from score_days s
        where not m.is_summed and s.org_id = ${currentOrgId} and s.user_id = m.id and s.day between ${days.start}::date and ${days.end}::date offset 0) s
      join points p on s.day between p.first and p.last group by 1, 2, 3
    )
    select row, place, round(avg(case when id = any(${scores}::uuid[]) then score_sum::float8 / nullif(scored, 0) end))::int as score, sum(steps)::int as steps, sum(events)::int as events from (
      select r.row, r.id, p.place, r.events, r.steps, r.score_sum, r.scored from risen r join points p on p.last = r.day
      union all select row, null, place, events, steps, 0, 0 from counted union all select row, id, place, 0, 0, score_sum, scored from scored) told group by row, place`
  const found = new Map(rows.map((point) => [`${point.row} ${point.place}`, point]))
  const of = <T>(figure: (point: Point | undefined) => T) =>
    ids.map((row) => points.map((_, place) => figure(found.get(`${row} ${place}`))))
  return {
    unit,
    days: points.map(({ start }) => start),
    score: of((point) => point?.score ?? null),
    steps: of((point) => point?.steps ?? 0),
    activity: of((point) => point?.events ?? 0),
  }
}

export const overview = serveViewerReport(overviewReport, overviewOf)
