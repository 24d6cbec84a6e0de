// Open and won dollars of now, by month.
import { sql } from 'kysely'
import { startOfDay } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { AGREED_CHANCE, type ForecastRow } from '../contract.ts'
import type { ThisAndNextQuarter } from '../figuresContract.ts'
import { comingQuarters, monthsAround, monthsOf, type Period } from '../periods.ts'
import { countsFor, type ForecastAsked, forecastScope } from './expected.ts'

type ForecastNow = ForecastAsked & { today: string }

type OpenFigures = Pick<ForecastRow, 'open' | 'targets'> & { agreed: number; weighted: number }
export const nothingOpen: OpenFigures = { agreed: 0, weighted: 0, open: 0, targets: 0 }

/** SQL of the row of a live Target, `l`. Each is in exactly one. */
export const rowOfLive = (today: string) => {
  const months = monthsAround(today)
  return sql`
  case when l.chance is null then 'no_chance' when l.close is null then 'no_date' when l.close < ${months[0]} then 'earlier'
    when left(l.close, 7) > ${months.at(-1)} then 'later' else left(l.close, 7) end`
}

/** SQL of what is open, by row. Needs `forecastScope`. */
export const openSql = (today: string) => sql`
  select ${rowOfLive(today)} as key, count(*)::int as targets, sum(l.amount)::float8 as open,
    coalesce(sum(l.amount) filter (where l.chance >= ${AGREED_CHANCE}), 0)::float8 as agreed, coalesce(sum(l.weighted), 0)::float8 as weighted
  from live l group by 1`
export type OpenRow = OpenFigures & { key: string }
export const openByKey = (rows: readonly OpenRow[]): Map<string, OpenFigures> =>
  new Map(rows.map(({ key, ...figures }) => [key, figures]))

/** Dollars by month. */
export async function wonInMonths(
  tx: Tx,
  asked: ForecastNow,
  period: Pick<Period, 'first' | 'past'>,
): Promise<Map<string, number>> {
  const months = monthsOf(period)
  // Finding the month among its beginnings is faster than converting each instant to the firm's zone.
  const begins = [...months, period.past].map((month) => startOfDay(asked.session.org.zone, `${month}-01`))
  const { rows } = await tx.sql<{ place: number; won: number }>`
    with people as materialized (${asked.scope.people})
    select width_bucket(t.completed_at, ${begins}::timestamptz[]) as place, sum(greatest(coalesce(t.revenue, 0), 0))::float8 as won
    from targets t where t.org_id = ${currentOrgId} and t.status = 'completed' and t.owner_id in (select id from people) and ${countsFor(asked, 't')}
      and t.completed_at >= ${begins[0]}::timestamptz and t.completed_at < ${begins.at(-1)}::timestamptz group by 1`
  return new Map(rows.map(({ place, won }) => [months[place - 1]!, won]))
}

/** SQL of the Targets won in a period, with the columns of `live`. Needs `forecastScope`. */
export const wonWithin = (asked: ForecastAsked, { first, past }: Period) => sql`
  select t.id, t.owner_id, t.expected_close as close, null::smallint as chance, greatest(coalesce(t.revenue, 0), 0) as amount, null::numeric as weighted
  from targets t where t.org_id = ${currentOrgId} and t.status = 'completed' and t.owner_id in (select id from people) and ${countsFor(asked, 't')}
    and t.completed_at >= ${`${first}-01`}::timestamp at time zone ${asked.session.org.zone} and t.completed_at < ${`${past}-01`}::timestamp at time zone ${asked.session.org.zone}`

const sumIn = <T>(byMonth: ReadonlyMap<string, T>, { first, past }: Period, of: (one: T) => number): number =>
  [...byMonth].reduce((sum, [month, one]) => (month >= first && month < past ? sum + of(one) : sum), 0)

export const wonIn = (won: ReadonlyMap<string, number>, period: Period): number => sumIn(won, period, Number)

/** Returns the figures of this quarter and the next, as sums of their months. */
export function thisAndNext(
  today: string,
  open: ReadonlyMap<string, OpenFigures>,
  won: ReadonlyMap<string, number>,
): ThisAndNextQuarter {
  const [now, next] = comingQuarters(today).map(({ period }) => period) as [Period, Period]
  const ahead = (period: Period) => ({
    quarter: period.first,
    weighted: sumIn(open, period, ({ weighted }) => weighted),
    open: sumIn(open, period, (one) => one.open),
  })
  return { this_quarter: { ...ahead(now), won: wonIn(won, now) }, next_quarter: ahead(next) }
}

/** The same for a screen that shows nothing else of the forecast. */
export async function thisAndNextOf(tx: Tx, asked: ForecastNow): Promise<ThisAndNextQuarter> {
  const { rows } = await tx.sql<OpenRow>`with ${forecastScope(asked)} ${openSql(asked.today)}`
  const won = await wonInMonths(tx, asked, comingQuarters(asked.today)[0]!.period)
  return thisAndNext(asked.today, openByKey(rows), won)
}
