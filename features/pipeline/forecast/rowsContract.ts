// Report on the Targets behind a figure of the forecast.
import { z } from 'zod'
import { isFeatureOn } from '#core/contract/area.ts'
import { formatDay } from '#core/contract/dates.ts'
import { reportTable, total } from '#core/contract/report.ts'
import { formatClose, stagesFlag } from '#core/contract/stages.ts'
import { defineViewerReport, NO_DATA, Open, openPath, PagedFacts } from '#core/contract/viewerReport.ts'
import { formatQuarter } from './figuresContract.ts'
import { forecastFlag } from './flagsContract.ts'
import { nameOfRow } from './periods.ts'
import type { Figure, Term, Which } from './rowsPaths.ts'

export const ForecastTarget = z.object({
  target_id: z.string(),
  company: z.string(),
  contact: z.string(),
  owner: z.string(),
  stage: z.string(),
  /** A month or a day, '' for none. */
  close: z.string(),
  /** Percent. */
  chance: z.number().nullable(),
  /** Dollars: won, projected, or for a figure of the past as projected then. */
  amount: z.number(),
  /** Null for won Targets, and without a chance. */
  weighted: z.number().nullable(),
  status: z.string(),
  open: Open,
})
export type ForecastTarget = z.infer<typeof ForecastTarget>

export const ForecastRows = PagedFacts.extend({
  rows: z.array(ForecastTarget),
  which: z.string(),
  /** The figure whose rows these are. */
  figure: z.string(),
  total: z.object({ count: z.number(), amount: z.number(), weighted: z.number() }),
})
export type ForecastRows = z.infer<typeof ForecastRows>

export const rowOrders = [
  'company',
  'contact',
  'owner',
  'stage',
  'close',
  'chance',
  'amount',
  'weighted',
  'status',
] as const
export type RowsOrder = (typeof rowOrders)[number]

const figureNames: Record<Figure, string> = { won: 'Won', agreed: 'Agreed', weighted: 'Weighted', open: 'Open' }
const termNames: Record<Exclude<Term, 'opening'>, string> = {
  new: 'New',
  grown: 'Grown',
  shrunk: 'Shrunk',
  slipped: 'Slipped',
  lost: 'Lost',
  won: 'Won',
  closing: 'Now',
}

const partNames = { ...figureNames, expected: 'Expected' }

/**
 * Returns 'Weighted, Jun 2027', 'Expected, 2027 Q2', or 'Slipped since Jun 14, 2027, 2027 Q2'. `change` has the first
 * month of its quarter, and the day from which it's counted.
 */
export function nameOfFigure(which: Which, change?: { quarter: string; since: string }): string {
  switch (which.kind) {
    case 'figure':
      return `${figureNames[which.figure]}, ${nameOfRow(which.row)}`
    case 'expected':
      return `Expected, ${nameOfRow(which.month)}`
    case 'quarter':
      return `${partNames[which.part]}, ${formatQuarter(which.quarter)}`
    case 'change':
      return `${termOf(which.term, change?.since ?? '')}, ${formatQuarter(change?.quarter ?? '')}`
  }
}

const termOf = (term: Term, since: string) =>
  term === 'closing'
    ? termNames.closing
    : term === 'opening'
      ? `Expected on ${formatDay(since)}`
      : `${termNames[term]} since ${formatDay(since)}`

export const forecastRowsReport = defineViewerReport<ForecastRows>({
  name: 'forecast-rows',
  title: 'Forecast details',
  sentence: 'The Targets that a figure of the forecast counts.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: false,
  showsInNav: false,
  comesInPages: true,
  exampleWhich: 'no_date.open',
  flag: forecastFlag,
  isFor: ({ Subscriptions }) => isFeatureOn(Subscriptions, stagesFlag),
  facts: ForecastRows,
  totals: [
    total('text', 'Figure', 'The figure that these rows make up.', ({ figure }) => figure),
    total('count', 'Targets', 'How many there are.', ({ total }) => total.count),
    total('dollars', 'Amount', 'Their total. Intangible adds $0.', ({ total }) => total.amount),
    total('dollars', 'Weighted', 'Each amount times its chance.', ({ total }) => total.weighted),
  ],
  tables: [
    reportTable<ForecastRows, ForecastTarget>(
      { title: 'Targets', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, dollars, percent }) => [
        text('company', 'Company', 'The company’s current name.', { path: openPath }),
        text('contact', 'Contact', 'The contact.', { path: openPath }),
        text('owner', 'Owner', 'Who owns it now.'),
        text('stage', 'Stage', 'Its current stage.'),
        text('close', 'Expected close', 'When it’s expected to close, or for an earlier figure, when it was.', {
          of: ({ close }) => (close === '' ? '' : formatClose(close)),
        }),
        percent(
          'chance',
          'Chance',
          'Its own chance, or else that of its stage. For an earlier figure, the chance then.',
          { width: 52 },
        ),
        dollars('amount', 'Amount', 'Projected revenue, or won revenue. For an earlier figure, as it was then.', {
          width: 72,
          sum: ({ total }) => total.amount,
        }),
        dollars('weighted', 'Weighted', 'The amount times the chance. For a change, by how much it changed.', {
          width: 72,
          sum: ({ total }) => total.weighted,
        }),
        text('status', 'Status now', 'Its current status.', { width: 60 }),
      ],
    ),
  ],
})
