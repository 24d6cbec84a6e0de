// Overview of activity, pursued Targets, and results. Source: the second specification, section 3 'Overview row'.
import { z } from 'zod'
import { highestFirst } from '#core/contract/chartShapes.ts'
import { day } from '#core/contract/fields.ts'
import { pointUnits } from '#core/contract/ranges.ts'
import { type Chart, reportTable } from '#core/contract/report.ts'
import { defineViewerReport, IN_NO_GROUP, NO_DATA, Open, ViewerFacts } from '#core/contract/viewerReport.ts'
import { trackerFlag } from '../flagsContract.ts'
import { drillDownPath, type ReportFigure, reportOf } from './reportPaths.ts'

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

type Row = OverviewRow & { facts?: Overview }
/** Returns the URL of the rows behind a figure, or of the people behind a mean. The row without a group has none. */
const drillDownRow = ({ key, id, facts }: Row, figure: ReportFigure) =>
  key === 'none' ? null : drillDownPath({ key, id }, figure, facts)
const peopleOfRow = ({ key, id, facts }: Row) =>
  key === 'none' || key === 'user' ? null : reportOf('people', { key, id }, facts)
const wholeOf = (facts: Overview): Row => ({ ...facts.total, facts })
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
    {
      label: 'Average score',
      sentence: MEAN_SCORE,
      kind: 'count',
      of: ({ total }) => total.average_score,
      before: ({ before }) => before?.average_score ?? null,
      path: (facts) => peopleOfRow(wholeOf(facts)),
    },
    {
      label: 'Steps completed',
      sentence: 'Steps completed in this period.',
      kind: 'count',
      of: ({ total }) => total.total_steps,
      before: ({ before }) => before?.total_steps ?? null,
      path: (facts) => drillDownRow(wholeOf(facts), 'steps'),
    },
    {
      label: 'Targets created',
      sentence: 'Targets created in this period.',
      kind: 'count',
      of: ({ total }) => total.total_created,
      before: ({ before }) => before?.total_created ?? null,
      path: (facts) => drillDownRow(wholeOf(facts), 'created'),
    },
    {
      label: 'Targets closed',
      sentence: 'Targets won or lost in this period that still are.',
      kind: 'count',
      of: ({ total }) => total.total_closed,
      before: ({ before }) => before?.total_closed ?? null,
      path: (facts) => drillDownRow(wholeOf(facts), 'closed'),
    },
    {
      label: 'Revenue won',
      sentence: 'Revenue from Targets won in this period. Intangible adds $0.',
      kind: 'dollars',
      of: ({ total }) => total.total_revenue,
      before: ({ before }) => before?.total_revenue ?? null,
      path: (facts) => drillDownRow(wholeOf(facts), 'won'),
    },
  ],
  charts: (facts) => [chartOf(facts, facts.mode)],
  tables: [
    reportTable<Overview, Row>(
      { title: 'Overview', empty: NO_DATA },
      (facts) => facts.rows.map((row) => ({ ...row, facts })),
      [
        {
          key: 'name',
          head: 'Name',
          kind: 'text',
          sentence: `The group or person. “${IN_NO_GROUP}” holds the people without a group.`,
          of: ({ name }) => name,
          path: ({ open }) => open?.path ?? null,
        },
        {
          key: 'latest_activity',
          head: 'Latest activity (now)',
          kind: 'day',
          sentence: 'The last day with any Tracker activity, as of now.',
          width: 62,
          of: ({ latest_activity: latest }) => latest?.day ?? null,
          sum: ({ total }) => total.latest_activity?.day ?? null,
        },
        {
          key: 'current_score',
          head: 'Current score',
          kind: 'count',
          sentence: 'The mean score of the same people on the last of these days, 0 to 100.',
          width: 44,
          of: (row) => row.current_score,
          path: peopleOfRow,
          sum: ({ total }) => total.current_score,
        },
        {
          key: 'average_score',
          head: 'Average score',
          kind: 'count',
          sentence: MEAN_SCORE,
          width: 44,
          of: (row) => row.average_score,
          path: peopleOfRow,
          sum: ({ total }) => total.average_score,
        },
        {
          key: 'total_steps',
          head: 'Steps',
          kind: 'count',
          sentence: 'Steps completed in this period.',
          width: 38,
          of: (row) => row.total_steps,
          path: (row: Row) => drillDownRow(row, 'steps'),
          sum: ({ total }) => total.total_steps,
        },
        {
          key: 'late_steps',
          head: 'Late',
          kind: 'count',
          sentence: 'The steps completed after their due date.',
          width: 32,
          of: (row) => row.late_steps,
          path: (row: Row) => drillDownRow(row, 'late'),
          sum: ({ total }) => total.late_steps,
        },
        {
          key: 'overdue',
          head: 'Overdue',
          kind: 'count',
          sentence: 'Pursued Targets whose next step was overdue at the end of the last day.',
          width: 44,
          of: (row) => row.overdue,
          path: (row: Row) => drillDownRow(row, 'overdue'),
          sum: ({ total }) => total.overdue,
        },
        {
          key: 'clients_pursued',
          head: 'Clients pursued',
          kind: 'count',
          sentence: 'Targets that they own and that were pursued at the end of the last day.',
          width: 46,
          of: (row) => row.clients_pursued,
          path: (row: Row) => drillDownRow(row, 'pursued'),
          sum: ({ total }) => total.clients_pursued,
        },
        {
          key: 'average_active',
          head: 'Average active',
          kind: 'decimal',
          sentence: 'Targets pursued at the end of the last day for each person who is here now.',
          width: 44,
          of: (row) => row.average_active,
          sum: ({ total }) => total.average_active,
        },
        ...(['L', 'M', 'H'] as const).map((value) => ({
          key: `value_${value}`,
          head: { L: 'Low', M: 'Medium', H: 'High' }[value],
          kind: 'count' as const,
          sentence: `Targets with ${{ L: 'low', M: 'medium', H: 'high' }[value]} value that were active at the end of the last day.`,
          width: value === 'M' ? 42 : 32,
          of: (row: OverviewRow) => row.value[value].count,
          path: (row: Row) => drillDownRow(row, figureOfValue[value]),
          sum: ({ total }: Overview) => total.value[value].count,
        })),
        {
          key: 'total_created',
          head: 'Created',
          kind: 'count',
          sentence: 'Targets created in this period.',
          width: 42,
          of: (row) => row.total_created,
          path: (row: Row) => drillDownRow(row, 'created'),
          sum: ({ total }) => total.total_created,
        },
        {
          key: 'total_closed',
          head: 'Closed',
          kind: 'count',
          sentence: 'Targets won or lost in this period that still are.',
          width: 38,
          of: (row) => row.total_closed,
          path: (row: Row) => drillDownRow(row, 'closed'),
          sum: ({ total }) => total.total_closed,
        },
        {
          key: 'projected_revenue',
          head: 'Projected',
          kind: 'dollars',
          sentence: 'Projected revenue of Targets pursued at the end of the last day. Intangible adds $0.',
          width: 66,
          of: (row) => row.projected_revenue,
          path: (row: Row) => drillDownRow(row, 'pursued'),
          sum: ({ total }) => total.projected_revenue,
        },
        {
          key: 'total_revenue',
          head: 'Won',
          kind: 'dollars',
          sentence: 'Revenue from Targets won in this period. Intangible adds $0.',
          width: 66,
          of: (row) => row.total_revenue,
          path: (row: Row) => drillDownRow(row, 'won'),
          sum: ({ total }) => total.total_revenue,
        },
      ],
    ),
  ],
})
