// Overview of activity, pursued Targets, and results. Source: the second specification, section 3 'Overview row'.
import { z } from 'zod'
import { highestFirst } from '#core/contract/chartShapes.ts'
import { day } from '#core/contract/fields.ts'
import { pointUnits } from '#core/contract/ranges.ts'
import { type Chart, reportTable, total } from '#core/contract/report.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { defineViewerReport, IN_NO_GROUP, NO_DATA, Open, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'
import { drillDownPath, type ReportFigure, reportOf } from './reportPathsContract.ts'

export const modes = ['score', 'total_revenue', 'steps', 'clients_pursued', 'activity'] as const
export type Mode = (typeof modes)[number]

const Share = z.object({ count: z.number(), /** Percent of the row's total. */ pos: z.number() })

export const OverviewRow = z.object({
  id: z.string(),
  /** 'none' is the row of people without a group. */
  key: z.enum(['group', 'user', 'org', 'none']),
  name: z.string(),
  /** Seconds since 1970, and the firm's day. Null if never. */
  latest_activity: z.object({ seconds: z.number(), day }).nullable(),
  /** 0 to 100. Null if none is stored. */
  current_score: z.number().nullable(),
  average_score: z.number().nullable(),
  total_steps: z.number(),
  /** Steps completed after their due day. */
  late_steps: z.number(),
  /** Targets whose next step was overdue at the end of the last day. */
  overdue: z.number(),
  clients_pursued: z.number(),
  average_active: z.number(),
  value: z.object({ L: Share, M: Share, H: Share }),
  total_created: z.number(),
  total_closed: z.number(),
  /** Dollars. Intangible adds nothing. */
  projected_revenue: z.number(),
  total_revenue: z.number(),
  /** All activity in the Tracker. */
  total_usage_events: z.number(),
  open: Open,
})
export type OverviewRow = z.infer<typeof OverviewRow>

export const Overview = ViewerFacts.extend({
  rows: z.array(OverviewRow),
  /** Counts everyone once, whatever groups they are in. */
  total: OverviewRow,
  /** Total of the previous period. Null if there was nothing yet. */
  before: OverviewRow.nullable(),
  mode: z.enum(modes),
  /**
   * One value per point of a line, in the order of `rows`. A point is a day or, for longer ranges, a week or month,
   * identified by its first day.
   */
  by_day: z.object({
    unit: z.enum(pointUnits),
    days: z.array(day),
    score: z.array(z.array(z.number().nullable())),
    steps: z.array(z.array(z.number())),
    activity: z.array(z.array(z.number())),
  }),
})
export type Overview = z.infer<typeof Overview>

/** Maximum number of lines or bars, those with the highest figures. The table shows all. */
const DRAWN = 10

export const modeLabels: Record<Mode, string> = {
  score: 'Score',
  total_revenue: 'Total revenue',
  steps: 'Steps',
  clients_pursued: 'Clients pursued',
  activity: 'Activity',
}

/**
 * Returns the chart of a mode. Source: the second specification, section 2 'Viewer modes', and section 9 for the axis.
 */
export function chartOf({ rows, by_day }: Overview, mode: Mode): Chart {
  const title = modeLabels[mode]
  const lines = (values: (number | null)[][]) => {
    const { series } = highestFirst({ series: rows.map(({ name }, at) => ({ name, values: values[at] ?? [] })) })
    return {
      kind: 'lines' as const,
      title,
      days: by_day.days,
      unitOfDays: by_day.unit,
      series: series.slice(0, DRAWN),
    }
  }
  const bars = (...columns: { name: string; of: (row: OverviewRow) => number }[]) => {
    const sizeOf = (row: OverviewRow) => Math.max(...columns.map(({ of }) => of(row)))
    const highest = new Set(rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, DRAWN))
    const drawn = rows.filter((row) => highest.has(row))
    return {
      kind: 'bars' as const,
      title,
      labels: drawn.map(({ name }) => name),
      series: columns.map(({ name, of }) => ({ name, values: drawn.map(of) })),
    }
  }
  switch (mode) {
    case 'score':
      return { ...lines(by_day.score), max: 100 }
    case 'steps':
      return lines(by_day.steps)
    case 'activity':
      return lines(by_day.activity)
    case 'clients_pursued':
      return bars({ name: title, of: (row) => row.clients_pursued })
    case 'total_revenue': {
      const chart = bars(
        { name: 'Won', of: (row) => row.total_revenue },
        { name: 'Projected', of: (row) => row.projected_revenue },
      )
      return { ...chart, unit: 'dollars' }
    }
  }
}

const MEAN_SCORE =
  'The mean of the people’s own mean scores over these days, 0 to 100. People without a Target or a step in these days don’t count.'
const STEPS = 'Steps completed in this period.'
const CREATED = 'Targets created in this period.'
const CLOSED = 'Targets won or lost in this period that still are.'
const WON = 'Revenue from Targets won in this period. Intangible adds $0.'

type Row = OverviewRow & { facts?: Overview }
/** Returns the URL of the rows behind a figure, or of the people behind a mean. The row without a group has none. */
const rowsOf =
  (figure: ReportFigure) =>
  ({ key, id, facts }: Row) =>
    key === 'none' ? null : drillDownPath({ key, id }, figure, facts)
const peopleOfRow = ({ key, id, facts }: Row) =>
  key === 'none' || key === 'user' ? null : reportOf('people', { key, id }, facts)
type Counted = Exclude<
  { [K in keyof OverviewRow]: OverviewRow[K] extends number | null ? K : never }[keyof OverviewRow],
  undefined
>
/** Returns the figure of a total, the one before it, and a link to what it counts. */
const wholeFigure = (key: Counted, pathOf: (row: Row) => string | null) =>
  [
    ({ total }: Overview) => total[key],
    {
      before: ({ before }: Overview) => before?.[key] ?? null,
      path: (facts: Overview) => pathOf({ ...facts.total, facts }),
    },
  ] as const
/** Returns the width of a figure's column, its total, and a link to what it counts. */
const figureColumn = (width: number, key: Counted, path: (row: Row) => string | null) => ({
  width,
  path,
  sum: ({ total }: Overview) => total[key],
})
const figureOfValue = { L: 'low', M: 'medium', H: 'high' } as const

export const overviewReport = defineViewerReport<Overview>({
  name: 'overview',
  title: 'Overview',
  sentence: 'How active people were, what they’re pursuing, and the results.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: true,
  showsInNav: true,
  flag: trackerFlag,
  facts: Overview,
  whichIsShown: true,
  totals: [
    total('count', 'Average score', MEAN_SCORE, ...wholeFigure('average_score', peopleOfRow)),
    total('count', 'Steps completed', STEPS, ...wholeFigure('total_steps', rowsOf('steps'))),
    total('count', 'Targets created', CREATED, ...wholeFigure('total_created', rowsOf('created'))),
    total('count', 'Targets closed', CLOSED, ...wholeFigure('total_closed', rowsOf('closed'))),
    total('dollars', 'Revenue won', WON, ...wholeFigure('total_revenue', rowsOf('won'))),
  ],
  charts: (facts) => [chartOf(facts, facts.mode)],
  tables: [
    reportTable<Overview, Row>(
      { title: 'Overview', empty: NO_DATA },
      (facts) => facts.rows.map((row) => ({ ...row, facts })),
      ({ text, count, decimal, dollars, day }) => [
        text('name', 'Name', `The group or person. “${IN_NO_GROUP}” holds the people without a group.`, {
          path: openPath,
        }),
        day('latest_activity', 'Latest activity (now)', 'The last day with any Tracker activity, as of now.', {
          width: 62,
          of: ({ latest_activity: latest }) => latest?.day ?? null,
          sum: ({ total }) => total.latest_activity?.day ?? null,
        }),
        count(
          'current_score',
          'Current score',
          'The mean score of the same people on the last of these days, 0 to 100.',
          figureColumn(44, 'current_score', peopleOfRow),
        ),
        count('average_score', 'Average score', MEAN_SCORE, figureColumn(44, 'average_score', peopleOfRow)),
        count('total_steps', 'Steps', STEPS, figureColumn(38, 'total_steps', rowsOf('steps'))),
        count(
          'late_steps',
          'Late',
          'The steps completed after their due date.',
          figureColumn(32, 'late_steps', rowsOf('late')),
        ),
        count(
          'overdue',
          'Overdue',
          'Pursued Targets whose next step was overdue at the end of the last day.',
          figureColumn(44, 'overdue', rowsOf('overdue')),
        ),
        count(
          'clients_pursued',
          'Clients pursued',
          'Targets that they own and that were pursued at the end of the last day.',
          figureColumn(46, 'clients_pursued', rowsOf('pursued')),
        ),
        decimal(
          'average_active',
          'Average active',
          'Targets pursued at the end of the last day for each person who is here now.',
          { width: 44, sum: ({ total }) => total.average_active },
        ),
        ...(['L', 'M', 'H'] as const).map((value) =>
          count(
            `value_${value}`,
            { L: 'Low', M: 'Medium', H: 'High' }[value],
            `Targets with ${{ L: 'low', M: 'medium', H: 'high' }[value]} value that were active at the end of the last day.`,
            {
              width: value === 'M' ? 42 : 32,
              of: (row) => row.value[value].count,
              path: rowsOf(figureOfValue[value]),
              sum: ({ total }: Overview) => total.value[value].count,
            },
          ),
        ),
        count('total_created', 'Created', CREATED, figureColumn(42, 'total_created', rowsOf('created'))),
        count('total_closed', 'Closed', CLOSED, figureColumn(38, 'total_closed', rowsOf('closed'))),
        dollars(
          'projected_revenue',
          'Projected',
          'Projected revenue of Targets pursued at the end of the last day. Intangible adds $0.',
          figureColumn(66, 'projected_revenue', rowsOf('pursued')),
        ),
        dollars('total_revenue', 'Won', WON, figureColumn(66, 'total_revenue', rowsOf('won'))),
      ],
    ),
  ],
})
