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

/** Of `s`, a row of score_days. */
export const storedScore = ({ isOwn }: Pick<AskedReport['scope'], 'isOwn'>) => (isOwn ? sql`s.own_score` : sql`s.score`)

export async function personFigures(
  tx: Tx,
  asked: Pick<AskedReport, 'scope' | 'session'>,
  { start, end }: Days,
  part: Part = 'all',
): Promise<PersonFigures[]> {
  const { scope, session } = asked
  const zone = session.org.zone
  const [from, until] = [startOfDay(zone, start), startOfDay(zone, addDays(end, 1))]
  const groups = scope.groups.map(({ id }) => id)
  const score = storedScore(scope)
  const [step, is] = [stepIs(zone), pursuedIs(end)]
  const { rows } = await sql<PersonFigures>`
    with people as materialized (${scope.people}),
    private as materialized (${uncounted(scope)}),
    owned as materialized (
      select t.owner_id, count(*) filter (where t.status = 'active')::int as active,
        count(*) filter (where t.status = 'active' and ${is.low})::int as low,
        count(*) filter (where t.status = 'active' and ${is.medium})::int as medium,
        count(*) filter (where t.status = 'active' and ${is.high})::int as high,
        count(*) filter (where t.created_at >= ${from} and t.created_at < ${until} and t.status <> 'deleted')::int as created,
        count(*) filter (where t.status = 'completed' and t.completed_at >= ${from} and t.completed_at < ${until})::int as won,
        coalesce(sum(t.revenue) filter (where t.status = 'completed' and t.revenue > 0 and t.completed_at >= ${from} and t.completed_at < ${until}), 0)::float8 as won_revenue,
        coalesce(sum(t.projected_revenue) filter (where t.status = 'active' and t.projected_revenue > 0), 0)::float8 as projected
      from targets t where t.org_id = ${firm} and t.owner_id in (select id from people) and ${countedTarget(asked, part)} group by t.owner_id
    ),
    done as materialized (
      select p.id, count(*)::int as events, count(*) filter (where e.kind = 'stepDone')::int as steps,
        count(*) filter (where e.kind = 'stepDone' and ${step.late})::int as late_steps,
        count(*) filter (where e.kind = 'stepDone' and ${step.helping})::int as helping_steps,
        count(distinct e.target_id) filter (where e.kind = 'targetLost' and t.status = 'lost' and t.owner_id = p.id)::int as lost
      from people p join target_events e on e.org_id = ${firm} and e.person_id = p.id and e.at >= ${from} and e.at < ${until} and not e.undone
      left join targets t on t.org_id = e.org_id and t.id = e.target_id
      where e.target_id not in (select id from private) and ${part === 'all' ? sql`true` : sql`t.id is not null and ${countedTarget(asked, part)}`}
      group by p.id
    ),
    scores as materialized (
      select s.user_id, avg(${score})::float8 as average, max(${score}) filter (where s.day = ${end}::date)::int as current
      from people p join score_days s on s.org_id = ${firm} and s.user_id = p.id and s.day between ${start}::date and ${end}::date
      group by s.user_id
    ),
    shared as materialized (
      select t.owner_id, count(distinct t.id)::int as shared from target_people s join targets t on t.org_id = s.org_id and t.id = s.target_id
      where s.org_id = ${firm} and s.share_id is not null and s.response = 'accepted' and not s.gone and t.status = 'active'
        and t.owner_id in (select id from people) and ${countedTarget(asked)} group by t.owner_id
    )
    select u.id, u.first_name, u.last_name, u.deactivated_at is null as is_here,
      array(select m.group_id from group_members m where m.org_id = u.org_id and m.user_id = u.id and m.group_id = any(${groups}::uuid[])) as groups,
      extract(epoch from latest.at)::bigint as latest, to_char(latest.at at time zone ${zone}, 'YYYY-MM-DD') as latest_day,
      scores.current as current_score, scores.average as average_score,
      coalesce(done.steps, 0) as steps, coalesce(done.late_steps, 0) as late_steps, coalesce(done.helping_steps, 0) as helping_steps, coalesce(done.events, 0) as events,
      coalesce(owned.active, 0) as active, coalesce(owned.low, 0) as low, coalesce(owned.medium, 0) as medium, coalesce(owned.high, 0) as high,
      coalesce(shared.shared, 0) as shared, coalesce(owned.created, 0) as created, coalesce(owned.won, 0) as won, coalesce(done.lost, 0) as lost,
      coalesce(owned.won_revenue, 0) as won_revenue, coalesce(owned.projected, 0) as projected
    from people p join users u on u.org_id = ${firm} and u.id = p.id
    left join owned on owned.owner_id = u.id left join done on done.id = u.id left join scores on scores.user_id = u.id left join shared on shared.owner_id = u.id
    left join lateral (
      select e.at from target_events e where e.org_id = ${firm} and e.person_id = u.id and e.target_id not in (select id from private) order by e.at desc limit 1) latest on true
    order by u.last_name, u.first_name, u.id`.execute(tx)
  return rows.map((row) => ({ ...row, latest: row.latest === null ? null : Number(row.latest) }))
}
