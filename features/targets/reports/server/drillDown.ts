// Lists the rows behind figures, using the same conditions as `personFigures`.
import { type RawBuilder, sql } from 'kysely'
import { addDays, daysBetween, startOfDay } from '#core/contract/dates.ts'
import { invalid } from '#core/contract/errors.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { personName } from '#core/server/reports/personNames.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { type Status, statusTerm } from '../../contract.ts'
import { activityTotals } from '../../figures/server/activityTotals.ts'
import { asPursued, mayBePursued } from '../../figures/server/pursued.ts'
import { targetPath } from '../../pipelines/contract.ts'
import {
  type DrillDown,
  drillDownReport,
  type EventFigure,
  eventLabels,
  isOfEvents,
  MOST_ROWS,
} from '../drillDownContract.ts'
import { type FigurePart, figureIn, type ReportFigure } from '../reportPathsContract.ts'
import {
  clientGroups,
  countedTarget,
  endOf,
  ownsOf,
  pursuedIs,
  shareCondition,
  stepIs,
  uncounted,
} from './figureConditions.ts'

type Found = Omit<DrillDown['rows'][number], 'open' | 'status'> & {
  status: Status | 'destroyed'
  kind: string | null
  person_id: string
  opens: boolean
}
type Listed = { rows: Found[]; total: DrillDown['total'] }
type Asked = AskedReport & { figure: ReportFigure; part: FigurePart }

/** Shown instead of rows if the URL names no figure. */
const NO_FIGURE = 'There is no such figure. Open one in a report to see its rows.'

/** Throws 400 for an unknown figure. */
export const drillDownFigure: ViewerCount<DrillDown> = async (tx, given) => {
  const whole = figureIn(given.which)
  if (!whole) throw invalid({ which: 'Choose a figure.' }, NO_FIGURE)
  const asked = { ...given, ...whole }
  const { rows, total } = isOfEvents(asked.figure)
    ? await eventsOf(tx, asked, asked.figure)
    : await targetsOf(tx, asked, asked.figure)
  return {
    ...whole,
    rows: rows.map(({ person_id, opens, status, kind, ...row }) => ({
      ...row,
      what: kind === null ? '' : saidOf(asked.figure, kind, row.what),
      status: status === 'destroyed' ? 'Deleted' : statusTerm[status],
      ...(opens && { open: { path: targetPath(person_id, row.target_id) } }),
    })),
    total,
  }
}

/** Returns the text of a step, or the label of another event. */
function saidOf(figure: ReportFigure, kind: string, words: string): string {
  if (figure !== 'activity') return words
  const label = eventLabels[kind] ?? 'Change'
  return words === '' ? label : `${label}: ${words}`
}

const instants = ({ session, days }: AskedReport) => {
  const { start, end } = days!
  return {
    from: startOfDay(session.org.zone, start),
    until: startOfDay(session.org.zone, addDays(end, 1)),
    zone: session.org.zone,
  }
}
const dayOf = (column: RawBuilder<unknown>, zone: string) => sql`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`

/**
 * Counts from the daily sums if possible. Searches the newest rows in the last days, doubling the range until it has
 * enough.
 */
async function eventsOf(tx: Tx, asked: Asked, figure: EventFigure): Promise<Listed> {
  const { start, end } = asked.days!
  const count = await countOf(tx, asked, figure)
  const length = daysBetween(start, end) + 1
  const wanted = Math.min(count, MOST_ROWS)
  let back = count > MOST_ROWS ? Math.ceil((1.25 * length * MOST_ROWS) / count) : length
  for (;;) {
    const from = addDays(end, 1 - back)
    const rows = await newestOf(tx, asked, figure, later(from, start))
    if (rows.length >= wanted || from <= start) return { rows, total: { count, amount: null } }
    back *= 2
  }
}

const later = (a: string, b: string) => [a, b].sort()[1]!

const conditionOf = (zone: string, figure: EventFigure) =>
  ({
    activity: sql`true`,
    steps: sql`e.kind = 'stepDone'`,
    late: sql`e.kind = 'stepDone' and ${stepIs(zone).late}`,
    on_time: sql`e.kind = 'stepDone' and ${stepIs(zone).on_time}`,
    helping: sql`e.kind = 'stepDone' and ${stepIs(zone).helping}`,
  })[figure]

const isCounted = (asked: Asked) =>
  asked.part === 'all'
    ? sql`e.target_id not in (select id from private)`
    : sql`t.id is not null and ${countedTarget(asked, asked.part)}`

async function countOf(tx: Tx, asked: Asked, figure: EventFigure): Promise<number> {
  const { from, until, zone } = instants(asked)
  const { start, end } = asked.days!
  const summed = {
    activity: sql`d.events`,
    steps: sql`d.steps`,
    late: sql`d.late`,
    on_time: sql`d.steps - d.late`,
    helping: sql`d.helping`,
  }[figure]
  const count =
    asked.part === 'all' && !asked.scope.isOwn
      ? sql`select coalesce(sum(${summed}), 0)::int as count from (${activityTotals(sql`select p.id, 0 as place, ${start}::date as first, ${end}::date as last from people p`, zone)}) d`
      : sql`select count(*)::int as count from people p cross join lateral (
          select e.org_id, e.person_id, e.target_id, e.kind, e.at, e.due from target_events e
          where e.org_id = ${currentOrgId} and e.person_id = p.id and e.at >= ${from} and e.at < ${until} and not e.undone offset 0) e
        left join targets t on t.org_id = e.org_id and t.id = e.target_id where ${conditionOf(zone, figure)} and ${isCounted(asked)}`
  const { rows } = await tx.sql<{ count: number }>`
    with people as materialized (${asked.scope.people}), ${uncounted(asked.scope)} ${count}`
  return rows[0]!.count
}

/** Finds rows from that day on in the index of each person's events before it reads anything else. */
async function newestOf(tx: Tx, asked: Asked, figure: EventFigure, first: string): Promise<Found[]> {
  const { until, zone } = instants(asked)
  const isOthers = figure === 'helping' ? sql`not ${ownsOf(sql`e.person_id`, sql`e.target_id`)}` : sql`true`
  const needsTarget = figure === 'helping' || asked.part !== 'all'
  const { rows } = await tx.sql<Found>`
    with people as materialized (${asked.scope.people}), ${uncounted(asked.scope)},
    newest as materialized (
      select e.id from people p cross join lateral (
        select e.id, e.person_id, e.target_id, e.kind, e.at, e.due from target_events e
        where e.org_id = ${currentOrgId} and e.person_id = p.id and e.at >= ${startOfDay(zone, first)} and e.at < ${until} and not e.undone and ${isOthers} offset 0) e
      ${needsTarget ? sql`left join targets t on t.org_id = ${currentOrgId} and t.id = e.target_id` : sql``}
      where ${conditionOf(zone, figure)} and ${isCounted(asked)} order by e.at desc, e.id limit ${MOST_ROWS})
    select e.target_id, e.kind, coalesce(t.company, '') as company, coalesce(t.contact, '') as contact,
      case when e.kind in ('stepDone', 'stepTaken') then coalesce(e.data->>'description', '') else '' end as what,
      ${dayOf(sql`e.at`, zone)} as day, coalesce(t.status, 'destroyed') as status, null::float8 as amount, ${personName} as person,
      u.id as person_id, u.deactivated_at is null and t.id is not null as opens
    from newest n join target_events e on e.org_id = ${currentOrgId} and e.id = n.id join users u on u.org_id = ${currentOrgId} and u.id = e.person_id
    left join targets t on t.org_id = ${currentOrgId} and t.id = e.target_id
    order by e.at desc, e.id`
  return rows
}

/** Finds the newest rows in each person's indexes before it reads anything else. */
async function targetsOf(tx: Tx, asked: Asked, figure: Exclude<ReportFigure, EventFigure>): Promise<Listed> {
  const { from, until, zone } = instants(asked)
  const ends = endOf(asked)
  const isWon = sql`t.status = 'completed' and t.completed_at >= ${from} and t.completed_at < ${until}`
  // `is true` keeps the planner from scanning all companies for each person.
  const isClientOf = (groups: RawBuilder<boolean>) =>
    sql`was.type = 'client' and (t.company_key in (select c.company_key from clients c where ${groups})) is true`
  const isOfFigure = {
    ...pursuedIs(sql`${asked.days!.end}::date`),
    pursued: sql`true`,
    several_groups: isClientOf(sql`c.groups > 1`),
    one_group: isClientOf(sql`c.groups <= 1`),
    created: sql`t.created_at >= ${from} and t.created_at < ${until} and t.status <> 'deleted' and t.counts_as_created`,
    won: isWon,
    closed: sql`(${isWon} or t.status = 'lost' and lost.at is not null)`,
  }[figure]
  const isPursued = figure !== 'created' && figure !== 'won' && figure !== 'closed'
  const at =
    figure === 'won'
      ? sql`t.completed_at`
      : figure === 'closed'
        ? sql`case when t.status = 'completed' then t.completed_at else lost.at end`
        : sql`t.created_at`
  const withLost = sql`
    left join lateral (
      select max(e.at) as at from target_events e
      where e.org_id = ${currentOrgId} and e.target_id = t.id and e.kind = 'targetLost' and not e.undone and e.at >= ${from} and e.at < ${until}) lost on true`
  const { rows } = await tx.sql<Found & { all_count: number; all_amount: number }>`
    with people as materialized (${asked.scope.people}),
    clients as materialized (${clientGroups(asked, ends)}),
    ${shareCondition},
    found as materialized (
      select t.* from people p cross join lateral (
        select t.id, ${at} as at, (${isPursued ? sql`was.projected` : sql`case when t.status = 'completed' then t.revenue else t.projected_revenue end`}) as amount
        from targets t ${isPursued ? asPursued(ends) : sql``} ${figure === 'closed' ? withLost : sql``}
        where t.org_id = ${currentOrgId} and t.owner_id = p.id and ${isPursued ? mayBePursued(ends) : sql`true`} and ${isOfFigure} and ${countedTarget(asked, asked.part)} offset 0) t),
    newest as materialized (select * from found order by at desc nulls last, id limit ${MOST_ROWS})
    select t.id as target_id, null as kind, t.company, t.contact, '' as what, ${dayOf(sql`n.at`, zone)} as day, t.status, n.amount::float8 as amount,
      (select count(*)::int from found) as all_count, (select coalesce(sum(greatest(amount, 0)), 0)::float8 from found) as all_amount,
      ${personName} as person, u.id as person_id, u.deactivated_at is null as opens
    from newest n join targets t on t.org_id = ${currentOrgId} and t.id = n.id join users u on u.org_id = ${currentOrgId} and u.id = t.owner_id
    order by n.at desc nulls last, n.id`
  return {
    rows: rows.map(({ all_count: _, all_amount: __, ...row }) => row),
    total: { count: rows[0]?.all_count ?? 0, amount: rows[0]?.all_amount ?? 0 },
  }
}

export const drillDown = serveViewerReport(drillDownReport, drillDownFigure)
