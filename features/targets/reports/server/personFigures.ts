// What each person did and has, in figures: one statement for everybody, from which overview, people and highlights are made.
import { sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import type { Days } from '#core/contract/ranges.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import type { Part } from '../reportPaths.ts'
import { countedTarget, pursuedIs, stepIs, uncounted } from './figureConditions.ts'

export type PersonFigures = {
  id: string
  first_name: string
  last_name: string
  is_here: boolean
  /** The groups of the scope that they are in. */
  groups: string[]
  /** Seconds since 1970. */
  latest: number | null
  latest_day: string | null
  current_score: number | null
  average_score: number | null
  steps: number
  late_steps: number
  /** Steps on targets that somebody else owns. */
  helping_steps: number
  events: number
  active: number
  low: number
  medium: number
  high: number
  /** Pursued and shared with somebody who has accepted. */
  shared: number
  created: number
  won: number
  lost: number
  won_revenue: number
  projected: number
}

/** Rows of each span: its place, the instants that begin and end it, its first and last day. */
export const spansOf = (spans: readonly Days[], zone: string) => sql`
  select * from unnest(${spans.map((_, place) => place)}::int[], ${spans.map(({ start }) => startOfDay(zone, start))}::timestamptz[],
    ${spans.map(({ end }) => startOfDay(zone, addDays(end, 1)))}::timestamptz[], ${spans.map(({ start }) => start)}::date[], ${spans.map(({ end }) => end)}::date[])
    as s (place, starts, ends, first, last)`

/** Of `s`, a row of score_days. */
export const storedScore = ({ isOwn }: Pick<AskedReport['scope'], 'isOwn'>) => (isOwn ? sql`s.own_score` : sql`s.score`)

/** Of each of the spans of days, in their order, everybody. What they have now is the same in all of them. */
export async function personFigures(
  tx: Tx,
  asked: Pick<AskedReport, 'scope' | 'session'>,
  spans: readonly Days[],
  part: Part = 'all',
): Promise<PersonFigures[][]> {
  const { scope, session } = asked
  const zone = session.org.zone
  const groups = scope.groups.map(({ id }) => id)
  const score = storedScore(scope)
  const [step, is] = [stepIs(zone), pursuedIs(spans[0]!.end)]
  // Of a whole firm all targets are gone through once, of few people each is looked up.
  const looked =
    scope.key === 'org'
      ? sql`(select t.org_id, t.id, t.owner_id, t.status, t.is_private from targets t where t.org_id = ${firm} offset 0)`
      : sql`targets`
  const { rows } = await sql<PersonFigures & { place: number }>`
    with people as materialized (${scope.people}),
    private as materialized (${uncounted(scope)}),
    spans as materialized (${spansOf(spans, zone)}),
    owned as materialized (
      select p.id, o.* from people p cross join lateral (
        select count(*)::int as active, count(*) filter (where ${is.low})::int as low,
          count(*) filter (where ${is.medium})::int as medium, count(*) filter (where ${is.high})::int as high,
          coalesce(sum(t.projected_revenue) filter (where t.projected_revenue > 0), 0)::float8 as projected
        from targets t where t.org_id = ${firm} and t.owner_id = p.id and t.status = 'active' and ${countedTarget(asked, part)}) o
    ),
    moved as materialized (
      select s.place, t.owner_id, count(*) filter (where t.created_at >= s.starts and t.created_at < s.ends)::int as created,
        count(*) filter (where t.status = 'completed' and t.completed_at >= s.starts and t.completed_at < s.ends)::int as won,
        coalesce(sum(t.revenue) filter (where t.status = 'completed' and t.revenue > 0 and t.completed_at >= s.starts and t.completed_at < s.ends), 0)::float8 as won_revenue
      from people p cross join lateral (
        select t.owner_id, t.status, t.created_at, t.completed_at, t.revenue from targets t
        where t.org_id = ${firm} and t.owner_id = p.id and t.status <> 'deleted' and ${countedTarget(asked, part)} offset 0) t
      join spans s on t.created_at >= s.starts and t.created_at < s.ends or t.completed_at >= s.starts and t.completed_at < s.ends
      group by s.place, t.owner_id
    ),
    done as materialized (
      select e.place, e.person_id, sum(e.events)::int as events, sum(e.steps)::int as steps, sum(e.late)::int as late_steps,
        coalesce(sum(e.steps) filter (where ${step.helping}), 0)::int as helping_steps,
        count(*) filter (where e.was_lost and t.status = 'lost' and t.owner_id = e.person_id)::int as lost
      from (select s.place, p.id as person_id, e.* from people p cross join spans s cross join lateral (
        select e.target_id, count(*) as events, count(*) filter (where e.kind = 'stepDone') as steps,
          count(*) filter (where e.kind = 'stepDone' and ${step.late}) as late, bool_or(e.kind = 'targetLost') as was_lost
        from target_events e where e.org_id = ${firm} and e.person_id = p.id and e.at >= s.starts and e.at < s.ends and not e.undone group by e.target_id) e) e
      left join ${looked} t on t.org_id = ${firm} and t.id = e.target_id
      where e.target_id not in (select id from private) and ${part === 'all' ? sql`true` : sql`t.id is not null and ${countedTarget(asked, part)}`}
      group by e.place, e.person_id
    ),
    scores as materialized (
      select d.place, p.id, s.* from people p cross join spans d cross join lateral (
        select avg(${score})::float8 as average, max(${score}) filter (where s.day = d.last)::int as current
        from score_days s where s.org_id = ${firm} and s.user_id = p.id and s.day between d.first and d.last) s
    ),
    shared as materialized (
      select t.owner_id, count(distinct t.id)::int as shared from target_people s join targets t on t.org_id = s.org_id and t.id = s.target_id
      where s.org_id = ${firm} and s.share_id is not null and s.response = 'accepted' and not s.gone and t.status = 'active'
        and t.owner_id in (select id from people) and ${countedTarget(asked)} group by t.owner_id
    )
    select spans.place, u.id, u.first_name, u.last_name, u.deactivated_at is null as is_here,
      array(select m.group_id from group_members m where m.org_id = u.org_id and m.user_id = u.id and m.group_id = any(${groups}::uuid[])) as groups,
      extract(epoch from latest.at)::bigint as latest, to_char(latest.at at time zone ${zone}, 'YYYY-MM-DD') as latest_day,
      scores.current as current_score, scores.average as average_score,
      coalesce(done.steps, 0) as steps, coalesce(done.late_steps, 0) as late_steps, coalesce(done.helping_steps, 0) as helping_steps, coalesce(done.events, 0) as events,
      owned.active, owned.low, owned.medium, owned.high,
      coalesce(shared.shared, 0) as shared, coalesce(moved.created, 0) as created, coalesce(moved.won, 0) as won, coalesce(done.lost, 0) as lost,
      coalesce(moved.won_revenue, 0) as won_revenue, owned.projected
    from people p join users u on u.org_id = ${firm} and u.id = p.id
    left join lateral (
      select e.at from target_events e where e.org_id = ${firm} and e.person_id = u.id and e.target_id not in (select id from private) order by e.at desc limit 1) latest on true
    join owned on owned.id = u.id left join shared on shared.owner_id = u.id
    cross join spans left join moved on moved.owner_id = u.id and moved.place = spans.place left join done on done.person_id = u.id and done.place = spans.place
    left join scores on scores.id = u.id and scores.place = spans.place
    order by u.last_name, u.first_name, u.id`.execute(tx)
  return spans.map((_, at) =>
    rows.flatMap(({ place, ...row }) =>
      place === at ? [{ ...row, latest: row.latest === null ? null : Number(row.latest) }] : [],
    ),
  )
}
