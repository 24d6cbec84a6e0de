// Report on what the firm, a group, or a person expects to win, and on how right earlier expectations were.
import { z } from 'zod'
import { isFeatureOn } from '#core/contract/area.ts'
import { formatMonth } from '#core/contract/dates.ts'
import { day } from '#core/contract/fields.ts'
import { type Chart, reportTable, total } from '#core/contract/report.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { defineViewerReport, NO_DATA, ViewerFacts } from '#core/contract/viewerReport.ts'
import { forecastMeanings, formatQuarter, type QuarterFigures, ThisAndNextQuarter } from './figuresContract.ts'
import { forecastFlag } from './flagsContract.ts'
import { LATE_DAYS, MONTHS_AHEAD, MONTHS_BACK, monthPeriod, quarterPeriod, yearBefore } from './periods.ts'
import { type Figure, rowsPath, type Term, type Which } from './rowsPaths.ts'

/** A chance from which a Target counts as agreed, in percent. */
export const AGREED_CHANCE = 90

/** Dollars. Intangible counts 0. */
const dollars = z.number()

/** The same month or quarter of the year before. Null if it isn't known. */
const yearBeforeShape = {
  /** Weighted, in the morning of its first day. */
  expected_year_before: dollars.nullable(),
  won_year_before: dollars.nullable(),
}

export const ForecastRow = z.object({
  /** A month, or 'earlier', 'later', 'no_date', or 'no_chance'. */
  key: z.string(),
  name: z.string(),
  /** Null for rows that aren't months, and for months to come. */
  won: dollars.nullable(),
  /** Weighted, in the morning of the month's first day. Null if that wasn't kept. */
  expected: dollars.nullable(),
  /** Null without chances. */
  agreed: dollars.nullable(),
  weighted: dollars.nullable(),
  open: dollars,
  /** Number of open Targets. */
  targets: z.number(),
  ...yearBeforeShape,
})
export type ForecastRow = z.infer<typeof ForecastRow>

export const QuarterRow = z.object({
  /** First month. */
  quarter: z.string(),
  expected: dollars.nullable(),
  /** The day whose morning `expected` is of. */
  expected_on: day.nullable(),
  won: dollars,
  /** Still going on. */
  is_current: z.boolean(),
  ...yearBeforeShape,
})
export type QuarterRow = z.infer<typeof QuarterRow>

export const ChangeRow = z.object({
  of: z.enum(['this', 'next']),
  quarter: z.string(),
  /** All weighted. opening + new + grown − shrunk − slipped − lost − won = closing. */
  opening: dollars,
  new: dollars,
  grown: dollars,
  shrunk: dollars,
  slipped: dollars,
  lost: dollars,
  won: dollars,
  closing: dollars,
})
export type ChangeRow = z.infer<typeof ChangeRow>

export const Forecast = ViewerFacts.extend({
  rows: z.array(ForecastRow),
  quarters: z.array(QuarterRow),
  /** Empty until a day of this week was kept. */
  changes: z.array(ChangeRow),
  /** The day whose morning `opening` is of. */
  changed_since: day.nullable(),
  ...ThisAndNextQuarter.shape,
  total: z.object({ agreed: dollars, weighted: dollars, open: dollars, targets: z.number() }),
})
export type Forecast = z.infer<typeof Forecast>

const WON = 'Revenue of Targets won in the month. Intangible adds $0.'
const AGREED = `The part of Open whose chance is at least ${AGREED_CHANCE}%.`
const {
  weighted: { sentence: WEIGHTED },
  open: { sentence: OPEN },
} = forecastMeanings

const NOT_KEPT = 'Empty if that wasn’t kept.'
const MORNING = `Weighted in the morning of the first day. ${NOT_KEPT}`
const PAST_WON = 'Revenue of everything won then, expected or not. Empty if nothing is known of it.'

const pathTo = (facts: Forecast, which: Which) => rowsPath(facts.scope, which)

type Row = ForecastRow & { facts: Forecast }
const toFigure =
  (figure: Figure) =>
  ({ facts, key, ...row }: Row) =>
    row[figure] === null || (figure !== 'won' && row.targets === 0)
      ? null
      : pathTo(facts, { kind: 'figure', row: key, figure })

/** Rows of the year before `row`, which is a month or a quarter. */
const toYearBefore =
  (part: 'expected' | 'won') =>
  ({ facts, ...row }: Row | Quarter) => {
    if (row[`${part}_year_before`] === null) return null
    const { first } = yearBefore('quarter' in row ? quarterPeriod(row.quarter) : monthPeriod(row.key))
    if ('quarter' in row) return pathTo(facts, { kind: 'quarter', quarter: first, part })
    return pathTo(
      facts,
      part === 'won' ? { kind: 'figure', row: first, figure: 'won' } : { kind: 'expected', month: first },
    )
  }

const toQuarterTotal =
  (of: 'this_quarter' | 'next_quarter', part: keyof QuarterFigures & ('won' | 'weighted')) => (facts: Forecast) =>
    pathTo(facts, { kind: 'quarter', quarter: facts[of].quarter, part })

type Quarter = QuarterRow & { facts: Forecast }
const toQuarter =
  (part: 'expected' | 'won') =>
  ({ facts, quarter, expected }: Quarter) =>
    part === 'expected' && expected === null ? null : pathTo(facts, { kind: 'quarter', quarter, part })

type Change = ChangeRow & { facts: Forecast }
const toTerm =
  (term: Term) =>
  ({ facts, of }: Change) =>
    pathTo(facts, { kind: 'change', of, term })

export const forecastReport = defineViewerReport<Forecast>({
  name: 'forecast',
  title: 'Forecast',
  sentence: 'What is expected to be won and when, and how right earlier expectations were.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: false,
  showsInNav: true,
  flag: forecastFlag,
  isFor: ({ Subscriptions }) => isFeatureOn(Subscriptions, stagesFlag),
  facts: Forecast,
  totals: [
    total('dollars', 'Won this quarter', forecastMeanings.won.sentence, ({ this_quarter }) => this_quarter.won, {
      path: toQuarterTotal('this_quarter', 'won'),
    }),
    total(
      'dollars',
      'Weighted this quarter',
      `${WEIGHTED} It counts Targets expected to close in this quarter.`,
      ({ this_quarter }) => this_quarter.weighted,
      { path: toQuarterTotal('this_quarter', 'weighted') },
    ),
    total(
      'dollars',
      'Weighted next quarter',
      `${WEIGHTED} It counts Targets expected to close in the next quarter.`,
      ({ next_quarter }) => next_quarter.weighted,
      { path: toQuarterTotal('next_quarter', 'weighted') },
    ),
    total(
      'dollars',
      'Open',
      'Projected revenue of all Targets that are pursued. Intangible adds $0.',
      ({ total }) => total.open,
    ),
  ],
  tables: [
    reportTable<Forecast, Row>(
      { title: 'Months', empty: NO_DATA },
      (facts) => facts.rows.map((row) => ({ ...row, facts })),
      ({ text, dollars, count }) => [
        text(
          'name',
          'Month',
          `The month in which Targets were won or are expected to close: ${MONTHS_BACK} months back and ${MONTHS_AHEAD} ahead. Targets without a date, or without a chance, have rows of their own and are never spread over months.`,
        ),
        dollars('won', 'Won', WON, { path: toFigure('won') }),
        dollars('expected', 'Expected', `What was expected of the month when it began: ${MORNING}`, {
          path: ({ facts, key, expected }) =>
            expected === null ? null : pathTo(facts, { kind: 'expected', month: key }),
        }),
        dollars('agreed', 'Agreed', AGREED, { path: toFigure('agreed'), sum: ({ total }) => total.agreed }),
        dollars('weighted', 'Weighted', WEIGHTED, { path: toFigure('weighted'), sum: ({ total }) => total.weighted }),
        dollars('open', 'Open', OPEN, { path: toFigure('open'), sum: ({ total }) => total.open }),
        count('targets', 'Targets', 'The number of Targets in Open.', {
          path: toFigure('open'),
          sum: ({ total }) => total.targets,
        }),
        dollars(
          'expected_year_before',
          'Expected a year before',
          `What was expected of the same month of the year before when it began: ${MORNING}`,
          { path: toYearBefore('expected') },
        ),
        dollars('won_year_before', 'Won a year before', `The same month of the year before: ${PAST_WON}`, {
          path: toYearBefore('won'),
        }),
      ],
    ),
    reportTable<Forecast, Quarter>(
      { title: 'Expected and won', empty: NO_DATA },
      (facts) => facts.quarters.map((row) => ({ ...row, facts })),
      ({ text, dollars, day }) => [
        text('quarter', 'Quarter', 'The quarter. The latest is still going on.', {
          of: ({ quarter, is_current }) => `${formatQuarter(quarter)}${is_current ? ', so far' : ''}`,
        }),
        dollars(
          'expected',
          'Expected',
          `What was expected of the quarter when it began: Weighted in the morning of its first day, or of the first day kept in the ${LATE_DAYS} days after it. Empty if none of them was kept.`,
          { path: toQuarter('expected') },
        ),
        day('expected_on', 'Expected on', 'The day whose morning that was.'),
        dollars('won', 'Won', 'Revenue of everything won in the quarter, expected or not. Intangible adds $0.', {
          path: toQuarter('won'),
        }),
        dollars(
          'expected_year_before',
          'Expected a year before',
          `What was expected of the same quarter of the year before when it began: ${MORNING}`,
          { path: toYearBefore('expected') },
        ),
        dollars('won_year_before', 'Won a year before', `The same quarter of the year before: ${PAST_WON}`, {
          path: toYearBefore('won'),
        }),
      ],
    ),
    reportTable<Forecast, Change>(
      { title: 'Changed this week', empty: 'This appears once the forecast of a day of this week has been kept.' },
      (facts) => facts.changes.map((row) => ({ ...row, facts })),
      ({ text, dollars, day }) => [
        text('quarter', 'Quarter', 'This quarter and the next. All figures are Weighted.', {
          of: ({ quarter }) => formatQuarter(quarter),
        }),
        day(
          'since',
          'Since',
          'The day from whose morning changes are counted: Monday, or the first day of this week that was kept.',
          { of: ({ facts }) => facts.changed_since },
        ),
        dollars('opening', 'Then', 'What was expected of the quarter in the morning of that day.', {
          path: toTerm('opening'),
        }),
        dollars(
          'new',
          'New',
          'Targets that weren’t expected in this quarter then: new ones, and those that got a date in it or a chance.',
          { path: toTerm('new') },
        ),
        dollars('grown', 'Grown', 'How much more is expected of Targets whose amount or chance rose.', {
          path: toTerm('grown'),
        }),
        dollars('shrunk', 'Shrunk', 'How much less is expected of Targets whose amount or chance fell.', {
          path: toTerm('shrunk'),
        }),
        dollars(
          'slipped',
          'Slipped',
          'Targets no longer expected in this quarter, but not lost: with another date, without a date or chance, on hold, or deleted.',
          { path: toTerm('slipped') },
        ),
        dollars('lost', 'Lost', 'Targets lost since then, as they were expected.', { path: toTerm('lost') }),
        dollars('won', 'Won', 'Targets won since then, as they were expected.', { path: toTerm('won') }),
        dollars('closing', 'Now', 'Then + New + Grown − Shrunk − Slipped − Lost − Won.', { path: toTerm('closing') }),
      ],
    ),
  ],
  charts: (facts) => [chartOf(facts)],
})

const isMonth = ({ key }: ForecastRow) => /^\d/.test(key)

/** Won and weighted by month. */
function chartOf({ rows }: Forecast): Chart {
  const months = rows.filter(isMonth)
  return {
    kind: 'bars',
    title: 'Won and weighted by month',
    labels: months.map(({ key }) => formatMonth(key)),
    series: [
      { name: 'Won', values: months.map(({ won }) => won ?? 0) },
      { name: 'Weighted', values: months.map(({ weighted }) => weighted ?? 0) },
    ],
    unit: 'dollars',
  }
}
