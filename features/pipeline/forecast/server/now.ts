// Open and won dollars of now, by month.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { AGREED_CHANCE, type ForecastRow } from '../contract.ts'
import type { ThisAndNextQuarter } from '../figuresContract.ts'
import { comingQuarters, monthsAround, type Period } from '../periods.ts'
import { countsFor, type ForecastAsked, liveTargets } from './expected.ts'

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

export async function openByRow(tx: Tx, asked: ForecastNow): Promise<Map<string, OpenFigures>> {
  const { rows } = await tx.sql<OpenFigures & { key: string }>`
    with people as materialized (${asked.scope.people})
    select ${rowOfLive(asked.today)} as key, count(*)::int as targets, sum(l.amount)::float8 as open,
      coalesce(sum(l.amount) filter (where l.chance >= ${AGREED_CHANCE}), 0)::float8 as agreed, coalesce(sum(l.weighted), 0)::float8 as weighted
    from (${liveTargets(asked)}) l group by 1`
  return new Map(rows.map(({ key, ...figures }) => [key, figures]))
}

/** Dollars by month, from the first of these months and without the last. */
export async function wonInMonths(
  tx: Tx,
  asked: ForecastNow,
  first: string,
  past?: string,
): Promise<Map<string, number>> {
  const { zone } = asked.session.org
  const begin = (month: string) => sql`${`${month}-01`}::timestamp at time zone ${zone}`
  const { rows } = await tx.sql<{ month: string; won: number }>`
    with people as materialized (${asked.scope.people})
    select to_char(t.completed_at at time zone ${zone}, 'YYYY-MM') as month, sum(greatest(coalesce(t.revenue, 0), 0))::float8 as won
    from targets t where t.org_id = ${currentOrgId} and t.status = 'completed' and t.owner_id in (select id from people) and ${countsFor(asked, 't')}
      and t.completed_at >= ${begin(first)} ${past === undefined ? sql`` : sql`and t.completed_at < ${begin(past)}`} group by 1`
  return new Map(rows.map(({ month, won }) => [month, won]))
}

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
export const thisAndNextOf = async (tx: Tx, asked: ForecastNow): Promise<ThisAndNextQuarter> =>
  thisAndNext(
    asked.today,
    await openByRow(tx, asked),
    await wonInMonths(tx, asked, comingQuarters(asked.today)[0]!.period.first),
  )
