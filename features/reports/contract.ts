import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { defineReport, type ReportDefinition, ReportFacts, reportTable, total } from '#core/contract/report.ts'
import { defineViewerReport, Open, ViewerFacts } from '#core/contract/viewerReport.ts'
import { companyPath } from '#features/targets/companies/contract.ts'
import { reportFlag } from '#features/targets/flagsContract.ts'
import { TouchCounts, touchCountKinds, touchCountNames } from '#features/touches/countsContract.ts'

/** A target that the person worked on in the range. */
export const ReportTarget = z.object({
  id: z.string(),
  /** '' if the person can no longer see it. */
  company: z.string(),
  contact: z.string(),
  /** Current status, such as 'Pursuing' or 'Won'. 'Gone' if the person can no longer see it. */
  statusterm: z.string(),
  /** Days in the range on which it was created, won, or lost. Null if it wasn't. */
  created: day.nullable(),
  won: day.nullable(),
  lost: day.nullable(),
  /** Dollars won in the range. -1 means Intangible. */
  revenue: z.number().nullable(),
  reason: z.string(),
  steps: z.number(),
  ...TouchCounts.shape,
  /** Last day in the range with any activity. */
  last: day,
  /** Path for the person's manager. The person's own targets open directly. */
  open: Open,
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

const Totals = z.object({
  targets: z.number(),
  steps: z.number(),
  late: z.number(),
  created: z.number(),
  won: z.number(),
  /** Dollars. Intangible adds 0. */
  revenue: z.number(),
  lost: z.number(),
  ...TouchCounts.shape,
})
const steps = z.array(ReportStep)

/** One person's activity in days of the firm's time zone, both ends included. */
export const ActivityReport = ReportFacts.extend({ totals: Totals, targets: z.array(ReportTarget), steps })
export type ActivityReport = z.infer<typeof ActivityReport>
/** Activity of a managed person, limited to what their manager can see. */
export const PersonActivity = ViewerFacts.extend({ totals: Totals, rows: z.array(ReportTarget), steps })
export type PersonActivity = z.infer<typeof PersonActivity>

const GONE = 'Deleted Target'
const nameOf = ({ company, contact }: { company: string; contact: string }) => company || (contact ? '' : GONE)
/** Page of the company, or the target itself if it has no company. */
const placeOf = (one: ReportTarget) => (one.company ? companyPath(one.company) : pathOf(one))
const pathOf = ({ id, statusterm, open }: ReportTarget) =>
  statusterm === 'Gone' ? null : (open?.path ?? `/target/${id}`)
const company = 'The company’s current name.'
const contact = 'The contact.'

type ActivityFacts = Pick<ActivityReport, 'totals' | 'steps'>
const totals: ReportDefinition<ActivityFacts>['totals'] = [
  total('count', 'Targets worked on', 'Targets with any activity or touch.', ({ totals }) => totals.targets),
  total('count', 'Steps completed', 'Steps completed.', ({ totals }) => totals.steps),
  total('count', 'Steps completed late', 'Steps completed after their due date.', ({ totals }) => totals.late),
  total('count', 'Targets created', 'Targets created.', ({ totals }) => totals.created),
  total('count', 'Targets won', 'Targets won, and still marked as won.', ({ totals }) => totals.won),
  total('dollars', 'Revenue won', 'Revenue from those Targets. Intangible adds $0.', ({ totals }) => totals.revenue),
  total('count', 'Targets lost', 'Targets lost, and still marked as lost.', ({ totals }) => totals.lost),
  ...touchCountNames.map((name) =>
    total<ActivityFacts>(
      'count',
      touchCountKinds[name].label,
      `${touchCountKinds[name].label} logged on Targets. They earn no points.`,
      ({ totals }) => totals[name],
    ),
  ),
]

const tablesOf = <F extends ActivityFacts>(targetsIn: (facts: F) => ReportTarget[]): ReportDefinition<F>['tables'] => [
  reportTable<F, ReportTarget>(
    { title: 'Targets', empty: 'No Targets were worked on in this period.' },
    targetsIn,
    ({ text, count, dollars, day }) => [
      text('company', 'Company', company, { of: nameOf, path: placeOf }),
      text('contact', 'Contact', contact, { path: pathOf }),
      text('statusterm', 'Status', 'Its current status.', {
        width: 48,
        path: (one) => (one.contact ? null : pathOf(one)),
      }),
      count('steps', 'Steps completed', 'How many of its steps were completed.', {
        width: 32,
        sum: ({ totals }) => totals.steps,
      }),
      ...touchCountNames.map((name) =>
        count(name, touchCountKinds[name].label, `${touchCountKinds[name].label} logged on this Target.`, {
          width: 34,
          sum: ({ totals }) => totals[name],
        }),
      ),
      day('created', 'Created', 'The day it was created.', { width: 54 }),
      day('won', 'Won', 'The day it was won.', { width: 54 }),
      dollars('revenue', 'Revenue won', 'Revenue from this Target.', {
        width: 62,
        sum: ({ totals }) => totals.revenue,
      }),
      day('lost', 'Lost', 'The day it was lost.', { width: 54 }),
      text('reason', 'Reason', 'Why it was lost.'),
      day('last', 'Last activity', 'The day of the last activity.', { width: 54 }),
    ],
  ),
  reportTable<F, ReportStep>(
    { title: 'Steps completed', empty: 'No steps were completed in this period.' },
    ({ steps }) => steps,
    ({ text, day }) => [
      day(null, 'Done', 'The day it was done.', { width: 60, of: (one) => one.day }),
      text(null, 'Company', company, { of: nameOf, path: (one) => (one.company ? companyPath(one.company) : null) }),
      text(null, 'Contact', contact, { of: (one) => one.contact }),
      text(null, 'Step', 'The step that was completed.', { of: (one) => one.description }),
      day(null, 'Due', 'The day it was due.', { width: 60, of: (one) => one.due }),
      text(null, 'On time', 'Whether it was completed by its due date.', {
        width: 44,
        of: (one) => (one.due === null ? '' : one.late ? 'Late' : 'On time'),
      }),
    ],
  ),
]

export const activityReport = defineReport<ActivityReport>({
  name: 'activity',
  title: 'Activity Report',
  sentence: 'What you worked on, completed, won, and lost.',
  flag: reportFlag,
  facts: ActivityReport,
  totals,
  tables: tablesOf(({ targets }) => targets),
})

/** Source: the second specification, section 7, 'Per-user'. */
export const personActivityReport = defineViewerReport<PersonActivity>({
  name: 'activity',
  title: 'Activity Report',
  sentence: 'What the person worked on, completed, won, and lost.',
  area: 'tracker',
  keys: ['user'],
  isDated: true,
  showsInNav: false,
  flag: reportFlag,
  facts: PersonActivity,
  totals,
  tables: tablesOf(({ rows }) => rows),
})

export const routes = { activity: activityReport.routes.read, activityFile: activityReport.routes.file }
