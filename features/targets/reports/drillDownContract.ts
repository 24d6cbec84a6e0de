// Lists the steps and Targets that a report's figure counts.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { reportTable, total } from '#core/contract/report.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { defineViewerReport, NO_DATA, Open, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'
import { partLabels } from './peopleContract.ts'
import { parts, type ReportFigure, reportFigures, stepFigures } from './reportPathsContract.ts'

const Row = z.object({
  target_id: z.string(),
  company: z.string(),
  contact: z.string(),
  /** Empty if the rows are Targets. */
  what: z.string(),
  person: z.string(),
  /** Day of the event. For Targets still pursued, their creation day. */
  day: day.nullable(),
  status: z.string(),
  /** Dollars, -1 Intangible: the won amount, or else the projected one. */
  amount: z.number().nullable(),
  open: Open,
})
export type DrillDownRow = z.infer<typeof Row>

/** Maximum number of rows, the newest first. The figure counts all of them. */
export const MOST_ROWS = 5000

export const DrillDown = ViewerFacts.extend({
  figure: z.enum(reportFigures),
  part: z.enum(parts),
  rows: z.array(Row),
  /** Totals of all rows, including those not listed. Without an amount if the rows have none. */
  total: z.object({ count: z.number(), amount: z.number().nullable() }),
})
export type DrillDown = z.infer<typeof DrillDown>

export const figureLabels: Record<ReportFigure, string> = {
  steps: 'Steps completed',
  late: 'Steps completed late',
  on_time: 'Steps completed on time',
  helping: 'Steps on colleagues’ Targets',
  pursued: 'Targets pursued at the end of the last day',
  overdue: 'Targets that were overdue',
  soon: 'Targets that were due soon',
  later: 'Targets that were due later',
  client: 'Targets of type Client',
  prospect: 'Targets of type Prospect',
  refsource: 'Targets of type Referral Source',
  high: 'Targets of high value',
  medium: 'Targets of medium value',
  low: 'Targets of low value',
  shared: 'Targets shared with others',
  several_groups: 'Clients pursued by two or more groups',
  one_group: 'Clients pursued by one group',
  created: 'Targets created',
  closed: 'Targets closed',
  won: 'Targets won',
  activity: 'Everything done in the Tracker',
}

/** Figures whose rows are events. All others have Targets as rows. */
const eventFigures = ['activity', ...stepFigures] as const
export type EventFigure = (typeof eventFigures)[number]
export const isOfEvents = (figure: ReportFigure): figure is EventFigure => eventFigures.some((one) => one === figure)

/** Headings of event days. All other days are creation days. */
const dayHeads: Partial<Record<ReportFigure, string>> = {
  steps: 'Done on',
  late: 'Done on',
  on_time: 'Done on',
  helping: 'Done on',
  activity: 'Day',
  won: 'Won on',
  closed: 'Closed on',
}

/** Short name of each event kind. Others show `Change`. */
export const eventLabels: Record<string, string> = {
  targetCreated: 'Target created',
  targetEdited: 'Target changed',
  targetWon: 'Target won',
  targetLost: 'Target lost',
  targetHeld: 'Put on hold',
  targetMoved: 'Moved to a stage',
  targetTrashed: 'Moved to Recently Deleted',
  targetPursued: 'Pursued again',
  stepTaken: 'Step set',
  stepDone: 'Step done',
  stepSnoozed: 'Step snoozed',
  noteWritten: 'Note changed',
  changeUndone: 'Change undone',
  targetShared: 'Colleague invited',
  shareAccepted: 'Invitation accepted',
  shareRejected: 'Invitation declined',
  shareRevoked: 'Sharing ended',
  targetHandedOver: 'Handed over',
}

export const drillDownReport = defineViewerReport<DrillDown>({
  name: 'made-of',
  title: 'Figure details',
  sentence: 'The steps or Targets that a figure counts.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: true,
  showsInNav: false,
  exampleWhich: 'activity',
  flag: trackerFlag,
  facts: DrillDown,
  totals: [
    total(
      'text',
      'Figure',
      'The figure that these rows make up.',
      ({ figure, part }) => `${figureLabels[figure]}${part === 'all' ? '' : `, ${partLabels[part]}`}`,
    ),
    total('count', 'Rows', 'How many there are.', ({ total }) => total.count),
    total('dollars', 'Amount', 'Their total. Intangible adds $0.', ({ total }) => total.amount),
    total(
      'count',
      'Listed',
      `The newest, up to ${MOST_ROWS.toLocaleString('en-US')}. Narrow the people or dates to see the rest.`,
      ({ rows }) => rows.length,
    ),
  ],
  tables: [
    reportTable<DrillDown, DrillDownRow>(
      { title: 'Rows', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, dollars, day }, { figure }) => [
        text('company', 'Company', 'The company’s current name.', { path: openPath }),
        text('contact', 'Contact', 'The contact.', { path: openPath }),
        ...(isOfEvents(figure)
          ? [
              figure === 'activity'
                ? text('what', 'Activity', 'The action.')
                : text('what', 'Step', 'The step that was done.'),
            ]
          : []),
        isOfEvents(figure) ? text('person', 'Person', 'Who did it.') : text('person', 'Owner', 'Who owns the Target.'),
        day(
          'day',
          dayHeads[figure] ?? 'Created',
          dayHeads[figure] ? 'The day it happened.' : 'The day the Target was created.',
          { width: 62 },
        ),
        text('status', 'Status now', 'The status that the Target has now.', { width: 60 }),
        ...(isOfEvents(figure)
          ? []
          : [
              dollars('amount', 'Amount', 'Revenue won, or projected revenue if it isn’t won.', {
                width: 72,
                sum: ({ total }) => total.amount,
              }),
            ]),
      ],
    ),
  ],
})
