import { sql } from 'kysely'
import { addDays, mondayOf } from '#core/contract/dates.ts'
import { monthOfClose, stagesFlag } from '#core/contract/stages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { AGREED_CHANCE, type ChangeRow, type Forecast, type ForecastRow, forecastReport } from '../contract.ts'
import {
  comingQuarters,
  LATE_DAYS,
  monthPeriod,
  monthsAround,
  nameOfRow,
  type Period,
  quartersBack,
} from '../periods.ts'
import { countsFor, expectedOn, liveTargets } from './expected.ts'

/** A statement per figure, each with one pass over the scope's Targets. */
export const forecastOf: ViewerCount<Forecast> = async (tx, asked) => {
  const months = monthsAround(asked.today)
  const thisMonth = monthOfClose(asked.today)
  const quarters = quartersBack(asked.today)
  const [open, won, days] = [
    await openByRow(tx, asked, months),
    await wonByMonth(tx, asked, quarters),
    await keptDays(tx),
  ]
  const past = months.filter((month) => month <= thisMonth).map(monthPeriod)
  const expected = await expectedOf(tx, asked, [...past, ...quarters], days)
  const wonIn = ({ first, past: end }: Period) =>
    [...won].reduce((sum, [month, amount]) => (month >= first && month < end ? sum + amount : sum), 0)
  const [thisQuarter, nextQuarter] = comingQuarters(asked.today).map(({ period }) => period) as [Period, Period]
  const weighted = await weightedOf(tx, asked, [thisQuarter, nextQuarter])
  const rows = ['earlier', ...months, 'later', 'no_date', 'no_chance'].map((key): ForecastRow => {
    const isMonth = months.includes(key)
    const figures = open.get(key) ?? nothing
    const hasChance = key !== 'no_chance'
    return {
      key,
      name: nameOfRow(key),
      won: isMonth && key <= thisMonth ? (won.get(key) ?? 0) : null,
      expected: isMonth ? (expected.get(key)?.amount ?? null) : null,
      agreed: hasChance ? figures.agreed : null,
      weighted: hasChance ? figures.weighted : null,
      open: figures.open,
      targets: figures.targets,
    }
  })
  const sum = (name: 'agreed' | 'weighted' | 'open' | 'targets') => rows.reduce((all, row) => all + (row[name] ?? 0), 0)
  const changed = await changedSince(tx, asked, days)
  const hasAny = open.size > 0 || won.size > 0 || [...expected.values()].some(({ amount }) => amount > 0)
  return {
    rows: hasAny ? rows : [],
    quarters: quarters.map((quarter, at) => {
      const before = expected.get(quarter.key)
      return {
        quarter: quarter.first,
        expected: before?.amount ?? null,
        expected_on: before?.on ?? null,
        won: wonIn(quarter),
        is_current: at === 0,
      }
    }),
    changes: changed?.rows ?? [],
    changed_since: changed?.since ?? null,
    this_quarter: { won: wonIn(thisQuarter), weighted: weighted.get(thisQuarter.key) ?? 0 },
    next_quarter: { weighted: weighted.get(nextQuarter.key) ?? 0 },
    total: { agreed: sum('agreed'), weighted: sum('weighted'), open: sum('open'), targets: sum('targets') },
  }
}

type Open = Pick<ForecastRow, 'open' | 'targets'> & { agreed: number; weighted: number }
const nothing: Open = { agreed: 0, weighted: 0, open: 0, targets: 0 }

/** SQL of the row of a live Target, `l`. Each is in exactly one. */
export const rowOfLive = (months: readonly string[]) => sql`
  case when l.chance is null then 'no_chance' when l.close is null then 'no_date' when l.close < ${months[0]} then 'earlier'
    when left(l.close, 7) > ${months.at(-1)} then 'later' else left(l.close, 7) end`

async function openByRow(tx: Tx, asked: AskedReport, months: readonly string[]): Promise<Map<string, Open>> {
  const { rows } = await tx.sql<Open & { key: string }>`
    with people as materialized (${asked.scope.people})
    select ${rowOfLive(months)} as key, count(*)::int as targets, sum(l.amount)::float8 as open,
      coalesce(sum(l.amount) filter (where l.chance >= ${AGREED_CHANCE}), 0)::float8 as agreed, coalesce(sum(l.weighted), 0)::float8 as weighted
    from (${liveTargets(asked)}) l group by 1`
  return new Map(rows.map(({ key, ...figures }) => [key, figures]))
}

/** Weighted of the Targets expected to close in each period. */
async function weightedOf(tx: Tx, asked: AskedReport, periods: readonly Period[]): Promise<Map<string, number>> {
  const { rows } = await tx.sql<{ key: string; weighted: number }>`
    with people as materialized (${asked.scope.people})
    select p.key, sum(l.weighted)::float8 as weighted from (${liveTargets(asked)}) l
    join ${periodsSql(periods)} on l.close >= p.first and l.close < p.past where l.chance is not null group by 1`
  return new Map(rows.map(({ key, weighted }) => [key, weighted]))
}

const periodsSql = (periods: readonly Period[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as p (key text, first text collate "C", past text collate "C", "on" date)`

/** Dollars by month, since the first quarter. */
async function wonByMonth(tx: Tx, asked: AskedReport, quarters: readonly Period[]): Promise<Map<string, number>> {
  const { zone } = asked.session.org
  const { rows } = await tx.sql<{ month: string; won: number }>`
    with people as materialized (${asked.scope.people})
    select to_char(t.completed_at at time zone ${zone}, 'YYYY-MM') as month, sum(greatest(coalesce(t.revenue, 0), 0))::float8 as won
    from targets t where t.org_id = ${currentOrgId} and t.status = 'completed' and t.owner_id in (select id from people) and ${countsFor(asked, 't')}
      and t.completed_at >= ${`${quarters.at(-1)!.first}-01`}::timestamp at time zone ${zone} group by 1`
  return new Map(rows.map(({ month, won }) => [month, won]))
}

/** Days of the firm whose facts were kept, oldest first. */
export async function keptDays(tx: Tx): Promise<string[]> {
  const { rows } = await tx.sql<{ day: string }>`
    select day::text as day from forecast_days where org_id = ${currentOrgId} order by day`
  return rows.map(({ day }) => day)
}

/** Returns the first kept day from the given one on, up to `LATE_DAYS` later, or null. */
export const dayKept = (days: readonly string[], from: string, most = LATE_DAYS): string | null => {
  const day = days.find((one) => one >= from)
  return day !== undefined && day <= addDays(from, most) ? day : null
}

type Expected = { on: string; amount: number }

/** Returns what the first day of each period expected of it. Periods without a kept day are missing. */
async function expectedOf(
  tx: Tx,
  asked: AskedReport,
  periods: readonly Period[],
  days: readonly string[],
): Promise<Map<string, Expected>> {
  const known = periods.flatMap((period) => {
    const on = dayKept(days, `${period.first}-01`)
    return on === null ? [] : [{ ...period, on }]
  })
  if (known.length === 0) return new Map()
  const { rows } = await tx.sql<{ key: string; amount: number }>`
    with people as materialized (${asked.scope.people})
    select p.key, coalesce(sum(e.weighted), 0)::float8 as amount from ${periodsSql(known)}
    left join lateral (${expectedOn(asked, sql`p."on"`)} and f.expected_close >= p.first and f.expected_close < p.past) e on true group by 1`
  const amounts = new Map(rows.map(({ key, amount }) => [key, amount]))
  return new Map(known.map(({ key, on }) => [key, { on, amount: amounts.get(key) ?? 0 }]))
}

/** SQL of the week's changes of a quarter, by Target: `id`, `owner_id`, what was and is expected, and the term it belongs to. */
export const changesSql = (asked: AskedReport, since: string, { first, past }: Period) => sql`
  select coalesce(o.id, c.id) as id, coalesce(c.owner_id, o.owner_id) as owner_id, coalesce(c.close, o.close) as close, coalesce(c.chance, o.chance) as chance,
    coalesce(c.amount, o.amount) as amount, coalesce(o.weighted, 0) as was, coalesce(c.weighted, 0) as now,
    case when o.id is null then 'new' when c.id is not null then case when c.weighted > o.weighted then 'grown' when c.weighted < o.weighted then 'shrunk' else 'same' end
      when t.status = 'completed' then 'won' when t.status = 'lost' then 'lost' else 'slipped' end as term
  from (select * from (${expectedOn(asked, sql`${since}::date`)} and f.expected_close >= ${first} and f.expected_close < ${past}) o) o
  full join (select * from (${liveTargets(asked)}) l where l.chance is not null and l.close >= ${first} and l.close < ${past}) c on c.id = o.id
  left join targets t on t.org_id = ${currentOrgId} and t.id = o.id`

/** Null until a day of this week was kept. */
async function changedSince(tx: Tx, asked: AskedReport, days: readonly string[]) {
  const since = dayKept(days, mondayOf(asked.today), 6)
  if (since === null) return null
  const rows: ChangeRow[] = []
  for (const { key, period } of comingQuarters(asked.today)) {
    const { rows: found } = await tx.sql<{ term: string; was: number; now: number }>`
      with people as materialized (${asked.scope.people})
      select term, sum(was)::float8 as was, sum(now)::float8 as now from (${changesSql(asked, since, period)}) x group by 1`
    const of = (term: string, figure: (row: { was: number; now: number }) => number) =>
      found.filter((row) => row.term === term).reduce((sum, row) => sum + figure(row), 0)
    rows.push({
      of: key,
      quarter: period.first,
      opening: found.reduce((sum, { was }) => sum + was, 0),
      new: of('new', ({ now }) => now),
      grown: of('grown', ({ was, now }) => now - was),
      shrunk: of('shrunk', ({ was, now }) => was - now),
      slipped: of('slipped', ({ was }) => was),
      lost: of('lost', ({ was }) => was),
      won: of('won', ({ was }) => was),
      closing: found.reduce((sum, { now }) => sum + now, 0),
    })
  }
  return { since, rows }
}

export const forecast = serveViewerReport(forecastReport, forecastOf, subscribed(stagesFlag))
