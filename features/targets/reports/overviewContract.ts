// The overview: how active people are, what they pursue, and what came of it. Source: the second specification, section 3 'Overview row'.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { pointUnits } from '#core/contract/ranges.ts'
import { type Chart, reportTable } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, ViewerFacts } from '#core/contract/viewerReport.ts'
import { trackerFlag } from '../flagsContract.ts'
import { madeOf, reportOf } from './reportPaths.ts'

const Share = z.object({ count: z.number(), /** Percent of the row's. */ pos: z.number() })

export const OverviewRow = z.object({
  id: z.string(),
  /** Of a group, or of a person. */
  key: z.enum(['group', 'user', 'org']),
  name: z.string(),
  /** Seconds since 1970, and the firm's day; null: never. */
  latest_activity: z.object({ seconds: z.number(), day }).nullable(),
  /** 0 to 100; null where none is stored. */
  current_score: z.number().nullable(),
  average_score: z.number().nullable(),
  total_steps: z.number(),
  clients_pursued: z.number(),
  average_active: z.number(),
  value: z.object({ L: Share, M: Share, H: Share }),
  total_created: z.number(),
  total_closed: z.number(),
  /** Dollars; Intangible adds nothing. */
  projected_revenue: z.number(),
  total_revenue: z.number(),
  /** Whatever was done in the Tracker. */
  total_usage_events: z.number(),
  open: Open,
})
export type OverviewRow = z.infer<typeof OverviewRow>

export const Overview = ViewerFacts.extend({
  rows: z.array(OverviewRow),
  /** Of everybody once, whichever groups they are in. */
  total: OverviewRow,
  /** The same of as many days right before these. */
  before: OverviewRow,
  /** A value for each point of a line, in the order of `rows`: of each day, or in longer times of each week or month, by its first day. */
  by_day: z.object({
    unit: z.enum(pointUnits),
    days: z.array(day),
    score: z.array(z.array(z.number().nullable())),
    steps: z.array(z.array(z.number())),
    activity: z.array(z.array(z.number())),
  }),
})
export type Overview = z.infer<typeof Overview>

/** So many lines and bars are drawn; the table has all. */
const DRAWN = 10

export const modes = ['score', 'total_revenue', 'steps', 'clients_pursued', 'activity'] as const
export type Mode = (typeof modes)[number]
export const modeLabels: Record<Mode, string> = {
  score: 'Score',
  total_revenue: 'Total revenue',
  steps: 'Steps',
  clients_pursued: 'Clients pursued',
  activity: 'Activity',
}

/** What a mode draws. Source: the second specification, section 2 'Viewer modes', and section 9 for the axis. */
export function chartOf({ rows, by_day }: Overview, mode: Mode): Chart {
  const title = modeLabels[mode]
  const drawn = rows.slice(0, DRAWN)
  const labels = drawn.map(({ name }) => name)
  const lines = (values: (number | null)[][]) => ({
    kind: 'lines' as const,
    title,
    days: by_day.days,
    unitOfDays: by_day.unit,
    series: labels.map((name, at) => ({ name, values: values[at] ?? [] })),
  })
  switch (mode) {
    case 'score':
      return { ...lines(by_day.score), max: 100 }
    case 'steps':
      return lines(by_day.steps)
    case 'activity':
      return lines(by_day.activity)
    case 'clients_pursued':
      return { kind: 'bars', title, labels, series: [{ name: title, values: drawn.map((row) => row.clients_pursued) }] }
    case 'total_revenue':
      return {
        kind: 'bars',
        title,
        labels,
        unit: 'dollars',
        series: [
          { name: 'Won', values: drawn.map((row) => row.total_revenue) },
          { name: 'Projected', values: drawn.map((row) => row.projected_revenue) },
        ],
      }
  }
}

type Row = OverviewRow & { facts?: Overview }
const figureOfValue = { L: 'low', M: 'medium', H: 'high' } as const

export const overviewReport = defineViewerReport<Overview>({
  name: 'overview',
  title: 'Overview',
  sentence: 'How active people were, what they pursue, and what came of it.',
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
      sentence: 'The mean score of the people over all of these days, 0 to 100.',
      kind: 'count',
      of: ({ total }) => total.average_score,
      before: ({ before }) => before.average_score,
      path: (facts) => reportOf('people', facts.total, facts),
    },
    {
      label: 'Steps done',
      sentence: 'Steps that were done in these days.',
      kind: 'count',
      of: ({ total }) => total.total_steps,
      before: ({ before }) => before.total_steps,
      path: (facts) => madeOf(facts.total, 'steps', facts),
    },
    {
      label: 'Targets created',
      sentence: 'Targets that were created in these days.',
      kind: 'count',
      of: ({ total }) => total.total_created,
      before: ({ before }) => before.total_created,
      path: (facts) => madeOf(facts.total, 'created', facts),
    },
    {
      label: 'Targets closed',
      sentence: 'Targets that were won or lost in these days and still are.',
      kind: 'count',
      of: ({ total }) => total.total_closed,
      before: ({ before }) => before.total_closed,
      path: (facts) => madeOf(facts.total, 'closed', facts),
    },
    {
      label: 'Revenue won',
      sentence: 'What the Targets won in these days bring; Intangible adds nothing.',
      kind: 'dollars',
      of: ({ total }) => total.total_revenue,
      before: ({ before }) => before.total_revenue,
      path: (facts) => madeOf(facts.total, 'won', facts),
    },
  ],
  charts: (facts) => [chartOf(facts, 'score'), chartOf(facts, 'total_revenue')],
  tables: [
    reportTable<Overview, Row>(
      { title: 'Overview', empty: NO_DATA },
      (facts) => facts.rows.map((row) => ({ ...row, facts })),
      [
        {
          key: 'name',
          head: 'Name',
          kind: 'text',
          sentence: 'The group, or the person.',
          of: ({ name }) => name,
          path: ({ open }) => open?.path ?? null,
        },
        {
          key: 'latest_activity',
          head: 'Latest activity',
          kind: 'day',
          sentence: 'The last day on which anything was done in the Tracker.',
          width: 62,
          of: ({ latest_activity: latest }) => latest?.day ?? null,
          sum: ({ total }) => total.latest_activity?.day ?? null,
        },
        {
          key: 'current_score',
          head: 'Current score',
          kind: 'count',
          sentence: 'The mean score of the people on the last of these days, 0 to 100.',
          width: 44,
          of: (row) => row.current_score,
          path: (row) => (row.key === 'user' ? null : reportOf('people', row, row.facts)),
          sum: ({ total }) => total.current_score,
        },
        {
          key: 'average_score',
          head: 'Average score',
          kind: 'count',
          sentence: 'The mean score of the people over all of these days, 0 to 100.',
          width: 44,
          of: (row) => row.average_score,
          path: (row) => (row.key === 'user' ? null : reportOf('people', row, row.facts)),
          sum: ({ total }) => total.average_score,
        },
        {
          key: 'total_steps',
          head: 'Steps',
          kind: 'count',
          sentence: 'Steps that were done in these days.',
          width: 38,
          of: (row) => row.total_steps,
          path: (row) => madeOf(row, 'steps', row.facts),
          sum: ({ total }) => total.total_steps,
        },
        {
          key: 'clients_pursued',
          head: 'Clients pursued',
          kind: 'count',
          sentence: 'Targets that they own and pursue now.',
          width: 46,
          of: (row) => row.clients_pursued,
          path: (row) => madeOf(row, 'pursued', row.facts),
          sum: ({ total }) => total.clients_pursued,
        },
        {
          key: 'average_active',
          head: 'Average active',
          kind: 'decimal',
          sentence: 'Targets pursued for each person.',
          width: 44,
          of: (row) => row.average_active,
          sum: ({ total }) => total.average_active,
        },
        ...(['L', 'M', 'H'] as const).map((value) => ({
          key: `value_${value}`,
          head: { L: 'Low', M: 'Medium', H: 'High' }[value],
          kind: 'count' as const,
          sentence: `Pursued Targets of ${{ L: 'low', M: 'medium', H: 'high' }[value]} value.`,
          width: value === 'M' ? 42 : 32,
          of: (row: OverviewRow) => row.value[value].count,
          path: (row: Row) => madeOf(row, figureOfValue[value], row.facts),
          sum: ({ total }: Overview) => total.value[value].count,
        })),
        {
          key: 'total_created',
          head: 'Created',
          kind: 'count',
          sentence: 'Targets that were created in these days.',
          width: 42,
          of: (row) => row.total_created,
          path: (row) => madeOf(row, 'created', row.facts),
          sum: ({ total }) => total.total_created,
        },
        {
          key: 'total_closed',
          head: 'Closed',
          kind: 'count',
          sentence: 'Targets that were won or lost in these days and still are.',
          width: 38,
          of: (row) => row.total_closed,
          path: (row) => madeOf(row, 'closed', row.facts),
          sum: ({ total }) => total.total_closed,
        },
        {
          key: 'projected_revenue',
          head: 'Projected',
          kind: 'dollars',
          sentence: 'What the Targets pursued now may bring; Intangible adds nothing.',
          width: 66,
          of: (row) => row.projected_revenue,
          path: (row) => madeOf(row, 'pursued', row.facts),
          sum: ({ total }) => total.projected_revenue,
        },
        {
          key: 'total_revenue',
          head: 'Won',
          kind: 'dollars',
          sentence: 'What the Targets won in these days bring; Intangible adds nothing.',
          width: 66,
          of: (row) => row.total_revenue,
          path: (row) => madeOf(row, 'won', row.facts),
          sum: ({ total }) => total.total_revenue,
        },
      ],
    ),
  ],
})
