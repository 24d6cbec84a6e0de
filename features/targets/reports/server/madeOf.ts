// The rows behind the figures, by the same conditions as `personFigures`.
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { invalid } from '#core/contract/errors.ts'
import { worth } from '#core/contract/money.ts'
import { firm } from '#core/server/database/firm.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { type Status, statusTerm } from '../../contract.ts'
import { type MadeOf, madeOfReport } from '../madeOfContract.ts'
import { type Figure, figures, targetPath } from '../reportPaths.ts'
import { countedTarget } from './personFigures.ts'

type Found = Omit<MadeOf['rows'][number], 'open' | 'status'> & { status: Status; person_id: string; opens: boolean }

/** Throws 400 for a figure that there is not. */
export const madeOfFigure: ViewerCount<MadeOf> = async (tx, asked) => {
  const figure = figures.find((one) => one === asked.which)
  if (!figure) throw invalid({ which: 'Please choose a figure.' })
  const { rows } = await (figure === 'steps' ? stepsOf(asked) : targetsOf(asked, figure)).execute(tx)
  return {
    figure,
    rows: rows.map(({ person_id, opens, status, ...row }) => ({
      ...row,
      status: statusTerm[status],
      ...(opens && { open: { path: targetPath(person_id, row.target_id) } }),
    })),
    total: { count: rows.length, amount: rows.reduce((all, { amount }) => all + worth(amount), 0) },
  }
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
const person = sql`trim(u.first_name || ' ' || u.last_name) as person, u.id as person_id, u.deactivated_at is null as opens`

function stepsOf(asked: AskedReport) {
  const { from, until, zone } = instants(asked)
  return sql<Found>`
    with people as materialized (${asked.scope.people})
    select e.target_id, coalesce(t.company, '') as company, coalesce(t.contact, '') as contact, coalesce(e.data->>'description', '') as what,
      ${dayOf(sql`e.at`, zone)} as day, coalesce(t.status, 'deleted') as status, null::float8 as amount, trim(u.first_name || ' ' || u.last_name) as person,
      u.id as person_id, u.deactivated_at is null and t.id is not null as opens
    from people p join users u on u.org_id = ${firm} and u.id = p.id
    join target_events e on e.org_id = ${firm} and e.person_id = p.id and e.at >= ${from} and e.at < ${until} and not e.undone and e.kind = 'stepDone'
    left join targets t on t.org_id = e.org_id and t.id = e.target_id
    where t.id is null or ${countedTarget(asked)} order by e.at desc, e.id`
}

function targetsOf(asked: AskedReport, figure: Exclude<Figure, 'steps'>) {
  const { from, until, zone } = instants(asked)
  const lostAt = sql`(select max(e.at) from target_events e where e.org_id = t.org_id and e.target_id = t.id and e.person_id = t.owner_id and e.kind = 'targetLost' and not e.undone and e.at >= ${from} and e.at < ${until})`
  const isWon = sql`t.status = 'completed' and t.completed_at >= ${from} and t.completed_at < ${until}`
  const is = {
    pursued: sql`t.status = 'active'`,
    created: sql`t.created_at >= ${from} and t.created_at < ${until} and t.status <> 'deleted'`,
    won: isWon,
    closed: sql`(${isWon} or t.status = 'lost' and ${lostAt} is not null)`,
  }[figure]
  const at = {
    pursued: sql`t.created_at`,
    created: sql`t.created_at`,
    won: sql`t.completed_at`,
    closed: sql`case when t.status = 'completed' then t.completed_at else ${lostAt} end`,
  }[figure]
  return sql<Found>`
    with people as materialized (${asked.scope.people})
    select t.id as target_id, t.company, t.contact, '' as what, ${dayOf(at, zone)} as day, t.status,
      (case when t.status = 'completed' then t.revenue else t.projected_revenue end)::float8 as amount, ${person}
    from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id
    where t.org_id = ${firm} and t.owner_id in (select id from people) and ${is} and ${countedTarget(asked)}
    order by ${at} desc nulls last, t.id`
}

export const madeOf = serveViewerReport(madeOfReport, madeOfFigure)
