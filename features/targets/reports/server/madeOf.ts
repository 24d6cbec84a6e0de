// The rows behind the figures, by the same conditions as `personFigures`.
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { invalid } from '#core/contract/errors.ts'
import { firm } from '#core/server/database/firm.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { type Status, statusTerm } from '../../contract.ts'
import { eventLabels, type MadeOf, MOST_ROWS, madeOfReport } from '../madeOfContract.ts'
import { type Figure, figureIn, type Part, stepFigures, targetPath } from '../reportPaths.ts'
import { clientGroups, countedTarget, pursuedIs, stepIs, withOwnersLine } from './figureConditions.ts'

type Found = Omit<MadeOf['rows'][number], 'open' | 'status'> & {
  status: Status | 'destroyed'
  kind: string | null
  person_id: string
  opens: boolean
  /** Of all rows. */
  all_count: number
  all_amount: number | null
}
type Asked = AskedReport & { figure: Figure; part: Part }

/** Throws 400 for a figure that there is not. */
export const madeOfFigure: ViewerCount<MadeOf> = async (tx, given) => {
  const asked = figureIn(given.which)
  if (!asked) throw invalid({ which: 'Please choose a figure.' })
  const { rows } = await statementOf({ ...given, ...asked }).execute(tx)
  return {
    ...asked,
    rows: rows.map(({ person_id, opens, status, kind, all_count: _, all_amount: __, ...row }) => ({
      ...row,
      what: kind === null ? '' : saidOf(asked.figure, kind, row.what),
      status: status === 'destroyed' ? 'Deleted' : statusTerm[status],
      ...(opens && { open: { path: targetPath(person_id, row.target_id) } }),
    })),
    total: {
      count: rows[0]?.all_count ?? 0,
      amount: isOfEvents(asked.figure) ? null : (rows[0]?.all_amount ?? 0),
    },
  }
}

/** Of steps the step; of anything else what it was. */
function saidOf(figure: Figure, kind: string, words: string): string {
  if (figure !== 'activity') return words
  const label = eventLabels[kind] ?? 'Change'
  return words === '' ? label : `${label}: ${words}`
}

const eventFigures = ['activity', ...stepFigures] as const
type EventFigure = (typeof eventFigures)[number]
const isOfEvents = (figure: Figure): figure is EventFigure => eventFigures.some((one) => one === figure)

const statementOf = (asked: Asked) =>
  isOfEvents(asked.figure) ? eventsOf(asked, asked.figure) : targetsOf(asked, asked.figure)

const instants = ({ session, days }: AskedReport) => {
  const { start, end } = days!
  return {
    from: startOfDay(session.org.zone, start),
    until: startOfDay(session.org.zone, addDays(end, 1)),
    zone: session.org.zone,
  }
}
const dayOf = (column: RawBuilder<unknown>, zone: string) => sql`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`
const person = sql`trim(u.first_name || ' ' || u.last_name) as person, u.id as person_id, u.deactivated_at is null as opens`

function eventsOf(asked: Asked, figure: EventFigure) {
  const { from, until, zone } = instants(asked)
  const isCounted =
    asked.part === 'all'
      ? sql`(t.id is null or ${countedTarget(asked)})`
      : sql`t.id is not null and ${countedTarget(asked, asked.part)}`
  const isOfFigure = {
    activity: sql`true`,
    steps: sql`e.kind = 'stepDone'`,
    late: sql`e.kind = 'stepDone' and ${stepIs(zone).late}`,
    on_time: sql`e.kind = 'stepDone' and ${stepIs(zone).on_time}`,
    helping: sql`e.kind = 'stepDone' and ${stepIs(zone).helping}`,
  }[figure]
  return sql<Found>`
    with people as materialized (${asked.scope.people})
    select e.target_id, e.kind, coalesce(t.company, '') as company, coalesce(t.contact, '') as contact,
      case when e.kind in ('stepDone', 'stepTaken') then coalesce(e.data->>'description', '') else '' end as what,
      ${dayOf(sql`e.at`, zone)} as day, coalesce(t.status, 'destroyed') as status, null::float8 as amount, count(*) over ()::int as all_count, null::float8 as all_amount, trim(u.first_name || ' ' || u.last_name) as person,
      u.id as person_id, u.deactivated_at is null and t.id is not null as opens
    from people p join users u on u.org_id = ${firm} and u.id = p.id
    cross join lateral (
      select * from target_events e where e.org_id = ${firm} and e.person_id = p.id and e.at >= ${from} and e.at < ${until} and not e.undone offset 0) e
    left join targets t on t.org_id = e.org_id and t.id = e.target_id
    where ${isOfFigure} and ${isCounted} order by e.at desc, e.id limit ${MOST_ROWS}`
}

function targetsOf(asked: Asked, figure: Exclude<Figure, EventFigure>) {
  const { from, until, zone } = instants(asked)
  const lostAt = sql`(select max(e.at) from target_events e where e.org_id = t.org_id and e.target_id = t.id and e.person_id = t.owner_id and e.kind = 'targetLost' and not e.undone and e.at >= ${from} and e.at < ${until})`
  const isWon = sql`t.status = 'completed' and t.completed_at >= ${from} and t.completed_at < ${until}`
  const isClientOf = (groups: RawBuilder<boolean>) =>
    sql`t.type = 'client' and t.company_key in (select c.company_key from (${clientGroups(asked)}) c where ${groups})`
  const isOfFigure = {
    ...pursuedIs(asked.today),
    pursued: sql`true`,
    several_groups: isClientOf(sql`c.groups > 1`),
    one_group: isClientOf(sql`c.groups <= 1`),
    created: sql`t.created_at >= ${from} and t.created_at < ${until} and t.status <> 'deleted'`,
    won: isWon,
    closed: sql`(${isWon} or t.status = 'lost' and ${lostAt} is not null)`,
  }[figure]
  const isPursued = figure !== 'created' && figure !== 'won' && figure !== 'closed'
  const at =
    figure === 'won'
      ? sql`t.completed_at`
      : figure === 'closed'
        ? sql`case when t.status = 'completed' then t.completed_at else ${lostAt} end`
        : sql`t.created_at`
  const amount = sql`(case when t.status = 'completed' then t.revenue else t.projected_revenue end)`
  return sql<Found>`
    with people as materialized (${asked.scope.people})
    select t.id as target_id, null as kind, t.company, t.contact, '' as what, ${dayOf(at, zone)} as day, t.status,
      ${amount}::float8 as amount, count(*) over ()::int as all_count, coalesce(sum(greatest(${amount}, 0)) over (), 0)::float8 as all_amount, ${person}
    from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id ${withOwnersLine}
    where t.org_id = ${firm} and t.owner_id in (select id from people) and ${isPursued ? sql`t.status = 'active'` : sql`true`} and ${isOfFigure} and ${countedTarget(asked, asked.part)}
    order by ${at} desc nulls last, t.id limit ${MOST_ROWS}`
}

export const madeOf = serveViewerReport(madeOfReport, madeOfFigure)
