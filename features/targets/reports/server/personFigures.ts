// Computes everyone's figures in one statement for overview, people, and highlights.
import { type RawBuilder, sql } from 'kysely'
import type { Days } from '#core/contract/ranges.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import { activityTotals, dateRanges, forEachDateRange } from '../../figures/server/activityTotals.ts'
import { asPursued, mayBePursued, pursuedWithin } from '../../figures/server/pursued.ts'
import type { FigurePart } from '../reportPathsContract.ts'
import { countedTarget, lostWithin, pursuedIs, shareCondition, stepIs, uncounted } from './figureConditions.ts'

export type PersonFigures = {
  id: string
  first_name: string
  last_name: string
  is_here: boolean
  /** Groups of the scope that include the person. */
  groups: string[]
  /** Seconds since 1970. */
  latest: number | null
  latest_day: string | null
  current_score: number | null
  average_score: number | null
  steps: number
  late_steps: number
  /** Steps on other people's targets. */
  helping_steps: number
  events: number
  /** Steps that had a due day. */
  dated: number
  /**
   * True if the person owned a Target that was pursued in these days, or completed a step. Means include only their
   * scores.
   */
  is_counted: boolean
  /** True if the person has data from before these days. */
  has_before: boolean
  /** Targets pursued at the end of the last day, and the overdue ones among them. */
  active: number
  overdue: number
  low: number
  medium: number
  high: number
  /** Pursued Targets with an accepted share. */
  shared: number
  created: number
  won: number
  lost: number
  won_revenue: number
  projected: number
}

/** Score in `s`, a row of score_days. */
export const storedScore = ({ isOwn }: Pick<AskedReport['scope'], 'isOwn'>) => (isOwn ? sql`s.own_score` : sql`s.score`)

type Asked = {
  scope: Pick<AskedReport['scope'], 'key' | 'people' | 'isOwn' | 'groups'>
  session: { org: Pick<AskedReport['session']['org'], 'zone'> }
}

/** Returns everyone's figures for each span of days, in order. Only group membership and shares are as of now. */
export async function personFigures(
  tx: Tx,
  asked: Asked,
  spans: readonly Days[],
  part: FigurePart = 'all',
): Promise<PersonFigures[][]> {
  const { scope, session } = asked
  const { zone } = session.org
  const groups = scope.groups.map(({ id }) => id)
  const { rows } = await tx.sql<PersonFigures & { place: number }>`
    with people as materialized (${scope.people}),
    ${uncounted(scope)},
    spans as materialized (${dateRanges(spans, zone)}),
    ${ownedBy(asked, spans, part)},
    done as materialized (${scope.isOwn || part !== 'all' ? countedIn(asked, part) : activityTotals(sql`select p.id, s.place, s.first, s.last from people p cross join spans s`, zone)}),
    gone as materialized (${lostIn(asked, part)}),
    pursuing as materialized (${pursuedBy(asked, part)})
    select spans.place, u.id, u.first_name, u.last_name, u.deactivated_at is null as is_here,
      array(select m.group_id from group_members m where m.org_id = u.org_id and m.user_id = u.id and m.group_id = any(${groups}::uuid[])) as groups,
      extract(epoch from latest.at)::bigint as latest, to_char(latest.at at time zone ${zone}, 'YYYY-MM-DD') as latest_day,
      last.score as current_score, done.score_sum::float8 / nullif(done.scored, 0) as average_score,
      coalesce(done.steps, 0) as steps, coalesce(done.late, 0) as late_steps, coalesce(done.helping, 0) as helping_steps, coalesce(done.events, 0) as events, coalesce(done.dated, 0) as dated,
      coalesce(done.steps, 0) > 0 or ${ownsAny(asked, () => pursuedWithin(sql`spans.starts`, sql`spans.ends`))} as is_counted,
      exists (select 1 from target_events e where e.org_id = ${currentOrgId} and e.person_id = u.id and e.at < spans.starts offset 0) or ${ownsAny(asked, () => sql`t.created_at < spans.starts`)} as has_before,
      ${sql.join(['active', 'overdue', 'low', 'medium', 'high', 'shared', 'projected'].map((name) => sql`coalesce(pursuing.${sql.ref(name)}, 0) as ${sql.ref(name)}`))},
      ${sql.join(['created', 'won', 'won_revenue'].map((name) => sql`coalesce(owned.${sql.ref(name)}[spans.place + 1], 0) as ${sql.ref(name)}`))}, coalesce(gone.lost, 0) as lost
    from people p join users u on u.org_id = ${currentOrgId} and u.id = p.id
    left join lateral (
      select e.at from target_events e where e.org_id = ${currentOrgId} and e.person_id = u.id and e.target_id not in (select id from private) order by e.at desc limit 1) latest on true
    left join owned on owned.id = u.id cross join spans
    left join done on done.id = u.id and done.place = spans.place left join gone on gone.id = u.id and gone.place = spans.place
    left join pursuing on pursuing.id = u.id and pursuing.place = spans.place
    left join lateral (
      select ${storedScore(scope)} as score from score_days s where s.org_id = ${currentOrgId} and s.user_id = u.id and s.day = spans.last offset 0) last on true
    order by u.last_name, u.first_name, u.id`
  return spans.map((_, at) =>
    rows.flatMap(({ place, ...row }) =>
      place === at ? [{ ...row, latest: row.latest === null ? null : Number(row.latest) }] : [],
    ),
  )
}

/**
 * Selects the created and won Targets of each owner as arrays in the order of the spans. Reads only `targets_of_owner`.
 */
function ownedBy(asked: Asked, spans: readonly Days[], part: FigurePart) {
  const { zone } = asked.session.org
  const theirs = sql`from targets t where t.org_id = ${currentOrgId} and t.owner_id = p.id and ${countedTarget(asked, part)}`
  const ofEach = (column: RawBuilder<unknown>, figure: (is: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    forEachDateRange(spans, zone, (starts, ends) => figure(sql`${column} >= ${starts} and ${column} < ${ends}`))
  const inAny = (column: RawBuilder<unknown>) =>
    sql`${column} >= (select min(starts) from spans) and ${column} < (select max(ends) from spans)`
  const [created, completed] = [sql`t.created_at`, sql`t.completed_at`]
  return sql`
    ${shareCondition},
    owned as materialized (
      select p.id, made.*, won.* from people p
      cross join lateral (
        select ${ofEach(created, (is) => sql`count(*) filter (where ${is})::int`)} as created ${theirs} and t.status <> 'deleted' and t.counts_as_created and ${inAny(created)} offset 0) made
      cross join lateral (
        select ${ofEach(completed, (is) => sql`count(*) filter (where ${is})::int`)} as won,
          ${ofEach(completed, (is) => sql`coalesce(sum(t.revenue) filter (where t.revenue > 0 and ${is}), 0)::float8`)} as won_revenue
        ${theirs} and t.status = 'completed' and ${inAny(completed)} offset 0) won
    )`
}

/** Selects the Targets each person pursued at the end of each span. */
function pursuedBy(asked: Asked, part: FigurePart) {
  const is = pursuedIs(sql`s.last`)
  const count = (figure: 'overdue' | 'low' | 'medium' | 'high' | 'shared') =>
    sql`count(*) filter (where ${is[figure]})::int as ${sql.ref(figure)}`
  return sql`
    select p.id, s.place, own.* from people p cross join spans s cross join lateral (
      select count(*)::int as active, ${sql.join((['overdue', 'low', 'medium', 'high', 'shared'] as const).map(count))},
        coalesce(sum(was.projected) filter (where was.projected > 0), 0)::float8 as projected
      from targets t ${asPursued(sql`s.ends`)}
      where t.org_id = ${currentOrgId} and t.owner_id = p.id and ${mayBePursued(sql`s.ends`)} and ${countedTarget(asked, part)} offset 0) own`
}

/** True if the person `u` owns a matching Target. */
const ownsAny = (asked: Asked, fits: () => RawBuilder<boolean>) =>
  sql<boolean>`exists (select 1 from targets t where t.org_id = ${currentOrgId} and t.owner_id = u.id and ${countedTarget(asked)} and ${fits()})`

/** Counts the same as `activityTotals`, but event by event, to include private Targets or only a part of them. */
function countedIn(asked: Asked, part: FigurePart) {
  const { scope, session } = asked
  const step = stepIs(session.org.zone)
  // For a whole firm, scans all targets once. For few people, looks up each.
  const looked =
    scope.key === 'org'
      ? sql`(select t.org_id, t.id, t.owner_id, t.is_private from targets t where t.org_id = ${currentOrgId} offset 0)`
      : sql`targets`
  return sql`
    select p.id, s0.place, d.events, d.steps, d.dated, d.late, d.helping, scores.score_sum, scores.scored
    from people p cross join spans s0
    left join (
      select e.person_id as id, e.place, sum(e.events)::int as events, sum(e.steps)::int as steps, sum(e.dated)::int as dated, sum(e.late)::int as late,
        coalesce(sum(e.steps) filter (where ${step.helping}), 0)::int as helping
      from (select s.place, p.id as person_id, e.* from people p cross join spans s cross join lateral (
        select e.target_id, count(*) as events, count(*) filter (where e.kind = 'stepDone') as steps, count(e.due) filter (where e.kind = 'stepDone') as dated, count(*) filter (where e.kind = 'stepDone' and ${step.late}) as late
        from target_events e where e.org_id = ${currentOrgId} and e.person_id = p.id and e.at >= s.starts and e.at < s.ends and not e.undone group by e.target_id) e) e
      left join ${looked} t on t.org_id = ${currentOrgId} and t.id = e.target_id
      where e.target_id not in (select id from private) and ${part === 'all' ? sql`true` : sql`t.id is not null and ${countedTarget(asked, part)}`}
      group by e.person_id, e.place) d on d.id = p.id and d.place = s0.place
    cross join lateral (
      select sum(${storedScore(scope)}) as score_sum, count(${storedScore(scope)}) as scored
      from score_days s where s.org_id = ${currentOrgId} and s.user_id = p.id and s.day between s0.first and s0.last) scores`
}

/** Counts the person's Targets that were lost in each span and still are. */
const lostIn = (asked: Asked, part: FigurePart) => sql`
  select p.id, s.place, count(*)::int as lost from people p cross join spans s
  join targets t on t.org_id = ${currentOrgId} and t.owner_id = p.id and t.status = 'lost' and ${countedTarget(asked, part)}
  where ${lostWithin(sql`s.starts`, sql`s.ends`)}
  group by p.id, s.place`
