// Report on what the firm, a group, or a person expects to win, and on how right earlier expectations were.
import { z } from 'zod'
import { isFeatureOn } from '#core/contract/area.ts'
import { formatMonth } from '#core/contract/dates.ts'
import { day } from '#core/contract/fields.ts'
import { type Chart, reportTable, total } from '#core/contract/report.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { defineViewerReport, NO_DATA, ViewerFacts } from '#core/contract/viewerReport.ts'
import { forecastFlag } from './flagsContract.ts'
import { formatQuarter, MONTHS_AHEAD, MONTHS_BACK } from './periods.ts'
import { type Figure, rowsPath, type Term, type Which } from './rowsPaths.ts'

/** A chance from which a Target counts as agreed, in percent. */
export const AGREED_CHANCE = 90

/** Dollars. Intangible counts 0. */
const dollars = z.number()

export const ForecastRow = z.object({
  /** A month, or 'earlier', 'later', 'no_date', or 'no_chance'. */
  key: z.string(),
  name: z.string(),
  /** Null for rows that aren't months, and for months to come. */
  won: dollars.nullable(),
  /** Weighted, on the month's first day. Null if no day near it was kept. */
  expected: dollars.nullable(),
  /** Null without chances. */
  agreed: dollars.nullable(),
  weighted: dollars.nullable(),
  open: dollars,
  /** Number of open Targets. */
  targets: z.number(),
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
  this_quarter: z.object({ won: dollars, weighted: dollars }),
  next_quarter: z.object({ weighted: dollars }),
  total: z.object({ agreed: dollars, weighted: dollars, open: dollars, targets: z.number() }),
})
export type Forecast = z.infer<typeof Forecast>

const WON = 'Revenue of Targets won in the month. Intangible adds $0.'
const OPEN = 'Projected revenue of Targets that are pursued and expected to close then. Intangible adds $0.'
const AGREED = `The part of Open whose chance is at least ${AGREED_CHANCE}%.`
const WEIGHTED =
  'Each projected revenue times its chance: the Target’s own, or else that of its stage. Targets without a chance aren’t in it.'

const pathTo = (facts: Forecast, which: Which) => rowsPath(facts.scope, which)

type Row = ForecastRow & { facts: Forecast }
const toFigure =
  (figure: Figure) =>
  ({ facts, key, ...row }: Row) =>
    row[figure] === null || (figure !== 'won' && row.targets === 0)
      ? null
      : pathTo(facts, { kind: 'figure', row: key, figure })

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
    total(
      'dollars',
      'Won this quarter',
      'Revenue of Targets won since the quarter began. Intangible adds $0.',
      ({ this_quarter }) => this_quarter.won,
    ),
    total(
      'dollars',
      'Expected this quarter',
      `${WEIGHTED} Of Targets expected to close in this quarter.`,
      ({ this_quarter }) => this_quarter.weighted,
    ),
    total(
      'dollars',
      'Expected next quarter',
      `${WEIGHTED} Of Targets expected to close in the next quarter.`,
      ({ next_quarter }) => next_quarter.weighted,
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
        dollars(
          'expected',
          'Expected before',
          'What the month’s first day expected of it: Weighted in that morning. Empty if that wasn’t kept.',
          {
            path: ({ facts, key, expected }) =>
              expected === null ? null : pathTo(facts, { kind: 'expected', month: key }),
          },
        ),
        dollars('agreed', 'Agreed', AGREED, { path: toFigure('agreed'), sum: ({ total }) => total.agreed }),
        dollars('weighted', 'Weighted', WEIGHTED, { path: toFigure('weighted'), sum: ({ total }) => total.weighted }),
        dollars('open', 'Open', OPEN, { path: toFigure('open'), sum: ({ total }) => total.open }),
        count('targets', 'Targets', 'The number of Targets in Open.', {
          path: toFigure('open'),
          sum: ({ total }) => total.targets,
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
          'What its first day expected: Weighted in that morning. Empty if that wasn’t kept.',
          { path: toQuarter('expected') },
        ),
        day('expected_on', 'Expected on', 'The day whose morning that was.'),
        dollars('won', 'Won', 'Revenue of everything won in the quarter, expected or not. Intangible adds $0.', {
          path: toQuarter('won'),
        }),
      ],
    ),
    reportTable<Forecast, Change>(
      { title: 'Changed since Monday', empty: 'This appears once the forecast of a day of this week has been kept.' },
      (facts) => facts.changes.map((row) => ({ ...row, facts })),
      ({ text, dollars }) => [
        text('quarter', 'Quarter', 'This quarter and the next. All figures are Weighted.', {
          of: ({ quarter }) => formatQuarter(quarter),
        }),
        dollars(
          'opening',
          'Monday',
          'What was expected of the quarter in the morning of Monday, or of the first day kept after it.',
          { path: toTerm('opening') },
        ),
        dollars(
          'new',
          'New',
          'Targets that weren’t expected in this quarter on Monday: new ones, and those that got a date in it or a chance.',
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
        dollars('closing', 'Now', 'Monday + New + Grown − Shrunk − Slipped − Lost − Won.', { path: toTerm('closing') }),
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
