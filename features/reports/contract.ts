// Nouns of reports: the Activity Report's ranges and its figures.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { FileAnswer, FileType } from '#core/contract/fileAnswer.ts'
import { defineRoute } from '#core/contract/route.ts'

export const Range = z.enum(['last_week', 'last_month', 'last_quarter', 'last_7_days', 'last_30_days', 'last_90_days'])
export type Range = z.infer<typeof Range>
/** Source of labels and default: the specification, section 2 'Controls dialog'. */
export const rangeLabels: Record<Range, string> = {
  last_week: 'Last Week',
  last_month: 'Last Month',
  last_quarter: 'Last Quarter',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  last_90_days: 'Last 90 Days',
}
export const DEFAULT_RANGE: Range = 'last_30_days'
/** Source: the specification, section 8. */
export const PDF_FAILED = 'Whoops! Something went wrong generating your pdf'

/** A target that the person's work touched in the range. */
export const ReportTarget = z.object({
  id: z.string(),
  /** '' where the person can no longer see it. */
  company: z.string(),
  contact: z.string(),
  /** As it is now: 'Pursuing', 'Won' …; 'Gone' where the person can no longer see it. */
  statusterm: z.string(),
  /** Days in the range on which it was created, won, lost; null when it was not. */
  created: day.nullable(),
  won: day.nullable(),
  lost: day.nullable(),
  /** Dollars won in the range; -1 Intangible. */
  revenue: z.number().nullable(),
  reason: z.string(),
  steps: z.number(),
  /** The last day in the range on which something was done. */
  last: day,
})
export type ReportTarget = z.infer<typeof ReportTarget>

export const ReportStep = z.object({
  day,
  company: z.string(),
  contact: z.string(),
  description: z.string(),
  due: day.nullable(),
  late: z.boolean(),
})
export type ReportStep = z.infer<typeof ReportStep>

/** One person's activity in a range of days, both included, in the firm's zone. PDF, sheet and screen are made of this. */
export const ActivityReport = z.object({
  firm: z.string(),
  zone: z.string(),
  person: z.string(),
  range: Range,
  start: day,
  end: day,
  /** When it was counted, on the firm's clocks. */
  made: z.string(),
  totals: z.object({
    targets: z.number(),
    steps: z.number(),
    late: z.number(),
    created: z.number(),
    won: z.number(),
    /** Dollars; Intangible adds 0. */
    revenue: z.number(),
    lost: z.number(),
  }),
  targets: z.array(ReportTarget),
  steps: z.array(ReportStep),
})
export type ActivityReport = z.infer<typeof ActivityReport>

const range = Range.default(DEFAULT_RANGE)

export const routes = {
  activity: defineRoute({
    name: 'reports.activity',
    method: 'GET',
    path: 'reports/activity',
    summary: 'My Activity Report as figures',
    query: z.strictObject({ range }),
    answer: ActivityReport,
  }),
  activityFile: defineRoute({
    name: 'reports.activityFile',
    method: 'GET',
    path: 'reports/activity/file',
    summary: 'My Activity Report as a file',
    query: z.strictObject({ range, format: FileType }),
    answer: FileAnswer,
  }),
}
