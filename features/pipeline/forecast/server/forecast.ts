import { sql } from 'kysely'
import { formatDay, mondayOf } from '#core/contract/dates.ts'
import { monthOfClose, stagesFlag } from '#core/contract/stages.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { type Forecast, type ForecastRow, forecastReport } from '../contract.ts'
import {
  dayKept,
  LATE_DAYS,
  monthPeriod,
  monthsAround,
  monthsBack,
  nameOfRow,
  type Period,
  QUARTERS_BACK,
  quartersBack,
  yearBefore,
} from '../periods.ts'
import { changeRows, changesSince, type TermRow, termsSql } from './changes.ts'
import { expectedOn, forecastScope } from './expected.ts'
import { keptDays } from './keptDays.ts'
import { nothingOpen, type OpenRow, openByKey, openSql, thisAndNext, wonIn, wonInMonths, wonWithin } from './now.ts'

/** A statement per figure, each with one pass over the scope's Targets. */
export const forecastOf: ViewerCount<Forecast> = async (tx, asked) => {
  const months = monthsAround(asked.today)
  const thisMonth = monthOfClose(asked.today)
  const quarters = quartersBack(asked.today)
  const days = await keptDays(tx)
  const since = changesSince(days, asked.today)
  const { open, changes } = await openAndChanges(tx, asked, since)
  const won = await wonInMonths(tx, asked, { first: quarters.at(-1)!.first, past: monthPeriod(thisMonth).past })
  const expected = await expectedOf(tx, asked, [...monthsBack(asked.today).map(monthPeriod), ...quarters], days)
  const yearBeforeOf = (period: Period) => {
    const before = yearBefore(period)
    return {
      expected_year_before: onFirstDay(expected, before),
      won_year_before: wonBefore(asked.today, wonIn(won, before), expected, before),
    }
  }
  const rows = ['earlier', ...months, 'later', 'no_date', 'no_chance'].map((key): ForecastRow => {
    const isMonth = months.includes(key)
    const figures = open.get(key) ?? nothingOpen
    const hasChance = key !== 'no_chance'
    return {
      key,
      name: nameOfRow(key),
      won: isMonth && key <= thisMonth ? (won.get(key) ?? 0) : null,
      expected: isMonth ? onFirstDay(expected, monthPeriod(key)) : null,
      agreed: hasChance ? figures.agreed : null,
      weighted: hasChance ? figures.weighted : null,
      open: figures.open,
      targets: figures.targets,
      ...(isMonth ? yearBeforeOf(monthPeriod(key)) : { expected_year_before: null, won_year_before: null }),
    }
  })
  const sum = (name: 'agreed' | 'weighted' | 'open' | 'targets') => rows.reduce((all, row) => all + (row[name] ?? 0), 0)
  const hasAny = open.size > 0 || won.size > 0 || [...expected.values()].some(({ amount }) => amount > 0)
  return {
    ...(since !== null && since !== mondayOf(asked.today) && { notes: [changedLater(since)] }),
    rows: hasAny ? rows : [],
    quarters: quarters.slice(0, QUARTERS_BACK + 1).map((quarter, at) => {
      const before = expected.get(quarter.key)
      return {
        quarter: quarter.first,
        expected: before?.amount ?? null,
        expected_on: before?.on ?? null,
        won: wonIn(won, quarter),
        is_current: at === 0,
        ...yearBeforeOf(quarter),
      }
    }),
    changes,
    changed_since: since,
    ...thisAndNext(asked.today, open, won),
    total: { agreed: sum('agreed'), weighted: sum('weighted'), open: sum('open'), targets: sum('targets') },
  }
}

const changedLater = (since: string) =>
  `This week’s changes are counted from ${formatDay(since)}, because no earlier day of this week was kept.`

/** Reads the Targets that are pursued once for both. There are no changes before a day of this week was kept. */
async function openAndChanges(tx: Tx, asked: AskedReport, since: string | null) {
  const { rows } = await tx.sql<{ open: OpenRow[] | null; terms: TermRow[] | null }>`
    with ${forecastScope(asked)}
    select (select json_agg(o) from (${openSql(asked.today)}) o) as open,
      ${since === null ? sql`null::json` : sql`(select json_agg(c) from (${termsSql(asked, since)}) c)`} as terms`
  const { open, terms } = rows[0]!
  return { open: openByKey(open ?? []), changes: since === null ? [] : changeRows(asked.today, terms ?? []) }
}

type Expected = ReadonlyMap<string, { on: string; amount: number }>

const onFirstDay = (expected: Expected, { key, first }: Period): number | null => {
  const found = expected.get(key)
  return found?.on === `${first}-01` ? found.amount : null
}

/** Null until the period is over. Nothing won tells something only about one whose first day was kept. */
function wonBefore(today: string, won: number, expected: Expected, period: Period): number | null {
  if (`${period.past}-01` > today) return null
  return won || (onFirstDay(expected, period) === null ? null : 0)
}

/** Returns what each period was expected at when it began. A month has no other day than its first. */
async function expectedOf(
  tx: Tx,
  asked: AskedReport,
  periods: readonly Period[],
  days: readonly string[],
): Promise<Expected> {
  const known = periods.flatMap((period) => {
    const on = dayKeptOf(days, period)
    return on === null ? [] : [{ ...period, on }]
  })
  if (known.length === 0) return new Map()
  const { rows } = await tx.sql<{ key: string; amount: number }>`
    with ${forecastScope(asked)}
    select p.key, e.amount
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as p (key text, first text collate "C", past text collate "C", "on" date)
    cross join lateral (select coalesce(sum(e.amount * e.chance), 0)::float8 / 100 as amount from (${expectedOn(asked, sql`p."on"`)} and f.expected_close >= p.first and f.expected_close < p.past) e) e`
  const amounts = new Map(rows.map(({ key, amount }) => [key, amount]))
  return new Map(known.map(({ key, on }) => [key, { on, amount: amounts.get(key) ?? 0 }]))
}

/** Returns what is known of the same month or quarter of the year before. */
export async function knownYearBefore(
  tx: Tx,
  asked: AskedReport,
  period: Period,
): Promise<{ period: Period; expected: number | null; won: number | null }> {
  const before = yearBefore(period)
  const expected = await expectedOf(tx, asked, [before], await keptDays(tx))
  const { rows } = await tx.sql<{ won: number }>`
    with ${forecastScope(asked)}
    select coalesce(sum(w.amount), 0)::float8 as won from (${wonWithin(asked, before)}) w`
  return {
    period: before,
    expected: onFirstDay(expected, before),
    won: wonBefore(asked.today, rows[0]!.won, expected, before),
  }
}

/** Returns the kept day that stands for the first day of a month or quarter, or null. */
export const dayKeptOf = (days: readonly string[], { key, first }: Period): string | null =>
  dayKept(days, `${first}-01`, key === first ? 0 : LATE_DAYS)

export const forecast = serveViewerReport(forecastReport, forecastOf, subscribed(stagesFlag))
