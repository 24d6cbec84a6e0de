// Ranks people and shows who is inactive. Source: the second specification, section 2 'Report tables'.
import { z } from 'zod'
import { reportTable } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, ViewerFacts } from '#core/contract/viewerReport.ts'
import { trackerFlag } from '../flagsContract.ts'
import { OverviewRow } from './overviewContract.ts'
import { drillDownPath, type FigurePart, parts } from './reportPaths.ts'

const Person = OverviewRow.extend({
  key: z.literal('user'),
  /** Only groups visible to the viewer. */
  groups: z.array(z.string()),
  /** Evenly sampled scores over these days. Null if none is stored. */
  trend: z.array(z.number().nullable()),
  /** Figures of the previous period. Null if the person has no earlier data. */
  before: OverviewRow.pick({
    average_score: true,
    total_steps: true,
    total_revenue: true,
    total_usage_events: true,
  }).nullable(),
})
export type ReportPerson = z.infer<typeof Person>

export const PeopleReport = ViewerFacts.extend({
  rows: z.array(Person),
  /** Subset of their Targets. */
  part: z.enum(parts),
})
export type PeopleReport = z.infer<typeof PeopleReport>

export const partLabels: Record<FigurePart, string> = { all: 'All', personal: 'Personal', shared: 'Shared' }

/** Sort keys, highest first. Source: as above. */
export const peopleSorts = ['average_score', 'total_revenue', 'total_steps', 'total_usage_events'] as const
export type PeopleSort = (typeof peopleSorts)[number]
export const sortLabels: Record<PeopleSort, string> = {
  average_score: 'Score',
  total_revenue: 'Revenue',
  total_steps: 'Steps',
  total_usage_events: 'Activity',
}

type Row = ReportPerson & { facts: PeopleReport }

export const peopleReportDefinition = defineViewerReport<PeopleReport>({
  name: 'people',
  title: 'People',
  sentence: 'Who’s ahead and who’s inactive.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: true,
  showsInNav: true,
  flag: trackerFlag,
  facts: PeopleReport,
  totals: [],
  tables: [
    reportTable<PeopleReport, Row>(
      { title: 'People', empty: NO_DATA },
      (facts) => facts.rows.map((row) => ({ ...row, facts })),
      [
        {
          key: 'name',
          head: 'Name',
          kind: 'text',
          sentence: 'The person.',
          of: ({ name }) => name,
          path: ({ open }) => open?.path ?? null,
        },
        {
          key: 'groups',
          head: 'Groups',
          kind: 'text',
          sentence: 'The groups they’re in.',
          of: (row) => row.groups.join(', '),
        },
        {
          key: 'average_score',
          head: 'Score',
          kind: 'count',
          sentence: 'Their average score over the period, 0 to 100. All their Targets count.',
          width: 44,
          of: (row) => row.average_score,
        },
        {
          key: 'score_before',
          head: 'Previous score',
          kind: 'count',
          sentence: 'The same, in the previous period.',
          width: 44,
          of: (row) => row.before?.average_score ?? null,
        },
        {
          key: 'latest_activity',
          head: 'Latest activity (now)',
          kind: 'day',
          sentence: 'The last day they did anything in the Tracker.',
          width: 62,
          of: (row) => row.latest_activity?.day ?? null,
        },
        {
          key: 'total_steps',
          head: 'Steps',
          kind: 'count',
          sentence: 'Steps they completed in this period.',
          width: 44,
          of: (row) => row.total_steps,
          path: (row) => drillDownPath(row, 'steps', row.facts, row.facts.part),
        },
        {
          key: 'late_steps',
          head: 'Late',
          kind: 'count',
          sentence: 'Their steps completed after the due date.',
          width: 36,
          of: (row) => row.late_steps,
          path: (row) => drillDownPath(row, 'late', row.facts, row.facts.part),
        },
        {
          key: 'overdue',
          head: 'Overdue',
          kind: 'count',
          sentence: 'Their Targets whose next step was overdue at the end of the last day.',
          width: 46,
          of: (row) => row.overdue,
          path: (row) => drillDownPath(row, 'overdue', row.facts, row.facts.part),
        },
        {
          key: 'steps_before',
          head: 'Previous steps',
          kind: 'count',
          sentence: 'Steps they completed in the previous period.',
          width: 44,
          of: (row) => row.before?.total_steps ?? null,
        },
        {
          key: 'total_revenue',
          head: 'Won',
          kind: 'dollars',
          sentence: 'Revenue from their Targets won in this period. Intangible adds $0.',
          width: 72,
          of: (row) => row.total_revenue,
          path: (row) => drillDownPath(row, 'won', row.facts, row.facts.part),
        },
        {
          key: 'won_before',
          head: 'Previously won',
          kind: 'dollars',
          sentence: 'What they won in the previous period.',
          width: 72,
          of: (row) => row.before?.total_revenue ?? null,
        },
        {
          key: 'projected_revenue',
          head: 'Projected',
          kind: 'dollars',
          sentence: 'Projected revenue of Targets pursued at the end of the last day. Intangible adds $0.',
          width: 72,
          of: (row) => row.projected_revenue,
          path: (row) => drillDownPath(row, 'pursued', row.facts, row.facts.part),
        },
        {
          key: 'total_usage_events',
          head: 'Activity',
          kind: 'count',
          sentence: 'Everything they did in the Tracker in this period.',
          width: 50,
          of: (row) => row.total_usage_events,
          path: (row) => drillDownPath(row, 'activity', row.facts, row.facts.part),
        },
      ],
    ),
  ],
})
