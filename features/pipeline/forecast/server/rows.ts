// The Targets behind each figure of the forecast, from the same queries as the figure.
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { formatAmount } from '#core/contract/money.ts'
import { currentStage, offeredStages, stagesFlag } from '#core/contract/stages.ts'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { plainName } from '#core/server/reports/personNames.ts'
import { hasWords, sortable, sortBy } from '#core/server/reports/rowOrders.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { type Status, statusTerm } from '#features/targets/contract.ts'
import { targetPath } from '#features/targets/pipelines/contract.ts'
import { AGREED_CHANCE } from '../contract.ts'
import { comingQuarters, formatPeriod, isOtherRow, monthPeriod, type Period, quarterPeriod } from '../periods.ts'
import {
  type ForecastRows,
  type ForecastTarget,
  forecastRowsReport,
  nameOfFigure,
  type RowsOrder,
} from '../rowsContract.ts'
import { readWhich, type Which } from '../rowsPaths.ts'
import { changesSince, changesSql } from './changes.ts'
import { expectedOn, forecastScope } from './expected.ts'
import { dayKeptOf, knownYearBefore } from './forecast.ts'
import { keptDays } from './keptDays.ts'
import { rowOfLive, wonWithin } from './now.ts'

const NO_FIGURE = 'There is no such figure. Open one in the forecast to see its rows.'

type Found = Omit<ForecastTarget, 'status' | 'stage' | 'open'> & {
  status: Status | null
  stage: string | null
  owner_id: string
  is_here: boolean
}

export const forecastRowsOf: ViewerCount<ForecastRows> = async (tx, asked) => {
  const which = readWhich(asked.which)
  if (!which) throw notFound(NO_FIGURE)
  const days = await keptDays(tx)
  const picked = pickedBy(asked, which, days)
  const { from, order, words } = asked.page
  const stages = asked.session.org.stages ?? offeredStages
  const orders: Record<RowsOrder, RawBuilder<unknown>> = {
    company: sortable(sql`coalesce(t.company, '')`),
    contact: sortable(sql`coalesce(t.contact, '')`),
    owner: sortable(plainName),
    stage: sql`array_position(${stages.inOrder.map(({ id }) => id)}::uuid[], current_stage(${firmStages}, t.stage_id))`,
    close: sql`p.close collate "C"`,
    chance: sql`p.chance`,
    amount: sql`p.amount`,
    weighted: sql`p.weighted`,
    status: sql`t.status`,
  }
  const sort = sortBy(orders, order, 'weighted')
  const isDescending = order ? order.isDescending : true
  const inOrder = sql`${sort} ${isDescending ? sql`desc` : sql`asc`} nulls last, p.amount desc, p.id`
  const fits = words === '' ? sql`true` : hasWords(words, [sql`t.company`, sql`t.contact`, plainName])
  const joined = sql`
    picked p left join targets t on t.org_id = ${currentOrgId} and t.id = p.id
    left join users u on u.org_id = ${currentOrgId} and u.id = coalesce(t.owner_id, p.owner_id)`
  const { rows } = await tx.sql<Found & { count: number; all_amount: number; all_weighted: number }>`
    with ${forecastScope(asked)}, picked as materialized (${picked})
    select summed.count, summed.amount as all_amount, summed.weighted as all_weighted, rows.* from (
      select count(*)::int as count, coalesce(sum(p.amount), 0)::float8 as amount, coalesce(sum(p.weighted), 0)::float8 as weighted from ${joined} where ${fits}) summed
    left join (
      select row_number() over (order by ${inOrder}) as place, p.id as target_id, coalesce(t.company, '') as company, coalesce(t.contact, '') as contact,
        coalesce(${plainName}, '') as owner, u.id as owner_id, u.deactivated_at is null and t.id is not null as is_here,
        current_stage(${firmStages}, t.stage_id) as stage, coalesce(p.close, '') as close, p.chance, p.amount::float8 as amount, p.weighted::float8 as weighted, t.status
      from ${joined} where ${fits} order by ${inOrder} ${from === null ? sql`` : sql`limit ${PAGE_ROWS} offset ${from}`}) rows on true
    order by rows.place`
  const [{ count, all_amount, all_weighted }] = rows as [(typeof rows)[number]]
  const notes = await notesOn(tx, asked, which)
  return {
    which: asked.which!,
    figure: nameOfFigure(
      which,
      which.kind === 'change'
        ? { quarter: quarterOfChange(asked, which).first, since: sinceKept(asked, days) }
        : undefined,
    ),
    ...(notes.length > 0 && { notes }),
    count,
    from: from ?? 0,
    total: { count, amount: all_amount, weighted: all_weighted },
    rows: rows.flatMap(({ count: _, all_amount: __, all_weighted: ___, ...row }) =>
      row.target_id === null ? [] : [rowShown(row, (id) => currentStage(stages, id)?.name ?? '')],
    ),
  }
}

const firmStages = sql`(select stages from orgs where id = ${currentOrgId})`

function rowShown(
  { status, stage, owner_id, is_here, ...row }: Found,
  stageName: (id: string) => string,
): ForecastTarget {
  const { target_id, company, contact, owner, close, chance, amount, weighted } = row
  return {
    target_id,
    company: status === null ? 'A deleted Target' : company,
    contact,
    owner,
    stage: stage === null ? '' : stageName(stage),
    close,
    chance,
    amount,
    weighted,
    status: status === null ? '' : statusTerm[status],
    ...(is_here && { open: { path: targetPath(owner_id, target_id) } }),
  }
}

function sinceKept({ today }: AskedReport, days: readonly string[]): string {
  const since = changesSince(days, today)
  if (since === null) throw notFound(NO_FIGURE)
  return since
}

const periodOf = (which: Which): Period | null =>
  which.kind === 'quarter'
    ? quarterPeriod(which.quarter)
    : which.kind === 'expected'
      ? monthPeriod(which.month)
      : which.kind === 'figure' && !isOtherRow(which.row)
        ? monthPeriod(which.row)
        : null

/** Says what is known of the same month or quarter of the year before. */
async function notesOn(tx: Tx, asked: AskedReport, which: Which): Promise<string[]> {
  const of = periodOf(which)
  if (!of) return []
  const { period, expected, won } = await knownYearBefore(tx, asked, of)
  const began = `A year before, ${formatPeriod(period)}`
  if (expected === null) return won === null ? [] : [`${began}: ${formatAmount(won)} won.`]
  const known = `${began}: ${formatAmount(expected)} expected when it began`
  return [won === null ? `${known}.` : `${known}, ${formatAmount(won)} won.`]
}

const quarterOfChange = ({ today }: Pick<AskedReport, 'today'>, { of }: Extract<Which, { kind: 'change' }>): Period =>
  comingQuarters(today).find(({ key }) => key === of)!.period

/** SQL of the figure's Targets: `id`, `owner_id`, `close`, `chance`, `amount`, and `weighted`. Needs `forecastScope`. */
function pickedBy(asked: AskedReport, which: Which, days: readonly string[]): RawBuilder<unknown> {
  switch (which.kind) {
    case 'figure': {
      if (which.figure === 'won') return wonWithin(asked, monthPeriod(which.row))
      const live = sql`select l.* from live l where ${rowOfLive(asked.today)} = ${which.row}`
      return which.figure === 'agreed' ? sql`${live} and l.chance >= ${AGREED_CHANCE}` : live
    }
    case 'expected':
      return expectedIn(asked, monthPeriod(which.month), days)
    case 'quarter': {
      const quarter = quarterPeriod(which.quarter)
      if (which.part === 'won') return wonWithin(asked, quarter)
      if (which.part === 'expected') return expectedIn(asked, quarter, days)
      return sql`
        select l.* from live l where l.chance is not null and l.close >= ${quarter.first} and l.close < ${quarter.past}`
    }
    case 'change': {
      const since = sinceKept(asked, days)
      const { term } = which
      const is =
        term === 'opening'
          ? sql`term <> 'new'`
          : term === 'closing'
            ? sql`term in ('new', 'grown', 'shrunk', 'same')`
            : sql`term = ${term}`
      const weighted =
        term === 'closing' || term === 'new'
          ? sql`now`
          : term === 'grown'
            ? sql`now - was`
            : term === 'shrunk'
              ? sql`was - now`
              : sql`was`
      return sql`
        select x.id, x.owner_id, x.close, x.chance, x.amount, ${weighted} as weighted
        from (${changesSql(asked, since)}) x where x.quarter = ${quarterOfChange(asked, which).first} and ${is}`
    }
  }
}

function expectedIn(asked: AskedReport, period: Period, days: readonly string[]): RawBuilder<unknown> {
  const on = dayKeptOf(days, period)
  if (on === null) throw notFound(NO_FIGURE)
  const { first, past } = period
  return sql`${expectedOn(asked, sql`${on}::date`)} and f.expected_close >= ${first} and f.expected_close < ${past}`
}

export const forecastRows = serveViewerReport(forecastRowsReport, forecastRowsOf, subscribed(stagesFlag))
