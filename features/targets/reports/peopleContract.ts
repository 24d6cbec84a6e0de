// Ranks people and shows who is inactive. Source: the second specification, section 2 'Report tables'.
import { z } from 'zod'
import { reportTable } from '#core/contract/report.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { defineViewerReport, NO_DATA, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'
import { TouchCounts, touchCountKinds, touchCountNames } from '#features/touches/countsContract.ts'
import { OverviewRow } from './overviewContract.ts'
import { drillDownPath, type FigurePart, parts, type ReportFigure } from './reportPathsContract.ts'

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
  ...TouchCounts.shape,
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

/** Returns the width of a figure's column, and a link to the rows that it counts. */
const behind = (width: number, figure: ReportFigure) => ({
  width,
  path: (row: Row) => drillDownPath(row, figure, row.facts, row.facts.part),
})

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
      ({ text, count, dollars, day }) => [
        text('name', 'Name', 'The person.', { path: openPath }),
        text('groups', 'Groups', 'The groups they’re in.', { of: (row) => row.groups.join(', ') }),
        count('average_score', 'Score', 'Their average score over the period, 0 to 100. All their Targets count.', {
          width: 44,
        }),
        count('score_before', 'Previous score', 'The same, in the previous period.', {
          width: 44,
          of: (row) => row.before?.average_score ?? null,
        }),
        day('latest_activity', 'Latest activity (now)', 'The last day they did anything in the Tracker.', {
          width: 62,
          of: (row) => row.latest_activity?.day ?? null,
        }),
        count('total_steps', 'Steps', 'Steps they completed in this period.', behind(44, 'steps')),
        count('late_steps', 'Late', 'Their steps completed after the due date.', behind(36, 'late')),
        count(
          'overdue',
          'Overdue',
          'Their Targets whose next step was overdue at the end of the last day.',
          behind(46, 'overdue'),
        ),
        count('steps_before', 'Previous steps', 'Steps they completed in the previous period.', {
          width: 44,
          of: (row) => row.before?.total_steps ?? null,
        }),
        dollars(
          'total_revenue',
          'Won',
          'Revenue from their Targets won in this period. Intangible adds $0.',
          behind(72, 'won'),
        ),
        dollars('won_before', 'Previously won', 'What they won in the previous period.', {
          width: 72,
          of: (row) => row.before?.total_revenue ?? null,
        }),
        dollars(
          'projected_revenue',
          'Projected',
          'Projected revenue of Targets pursued at the end of the last day. Intangible adds $0.',
          behind(72, 'pursued'),
        ),
        count(
          'total_usage_events',
          'Activity',
          'Everything they did in the Tracker in this period.',
          behind(50, 'activity'),
        ),
        ...touchCountNames.map((name) =>
          count(
            name,
            touchCountKinds[name].label,
            `${touchCountKinds[name].label} they logged on Targets in this period. They earn no points.`,
            {
              // In a PDF, a narrower column breaks the word.
              width: name === 'meetings' ? 50 : 40,
            },
          ),
        ),
      ],
    ),
  ],
})
