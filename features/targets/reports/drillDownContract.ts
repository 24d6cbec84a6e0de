// Lists the steps and Targets that a report's figure counts.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { type CellValue, reportTable } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, ViewerFacts } from '#core/contract/viewerReport.ts'
import { trackerFlag } from '../flagsContract.ts'
import { partLabels } from './peopleContract.ts'
import { parts, type ReportFigure, reportFigures, stepFigures } from './reportPaths.ts'

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

const path = ({ open }: DrillDownRow) => open?.path ?? null
const column = (
  key: keyof DrillDownRow & string,
  head: string,
  sentence: string,
  of: (row: DrillDownRow) => CellValue,
) => ({
  key,
  head,
  kind: 'text' as const,
  sentence,
  of,
})

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
    {
      label: 'Figure',
      sentence: 'The figure that these rows make up.',
      kind: 'text',
      of: ({ figure, part }) => `${figureLabels[figure]}${part === 'all' ? '' : `, ${partLabels[part]}`}`,
    },
    { label: 'Rows', sentence: 'How many there are.', kind: 'count', of: ({ total }) => total.count },
    {
      label: 'Amount',
      sentence: 'Their total. Intangible adds $0.',
      kind: 'dollars',
      of: ({ total }) => total.amount,
    },
    {
      label: 'Listed',
      sentence: `The newest, up to ${MOST_ROWS.toLocaleString('en-US')}. Narrow the people or dates to see the rest.`,
      kind: 'count',
      of: ({ rows }) => rows.length,
    },
  ],
  tables: [
    reportTable<DrillDown, DrillDownRow>(
      { title: 'Rows', empty: NO_DATA },
      ({ rows }) => rows,
      ({ figure }) => [
        { ...column('company', 'Company', 'The company’s current name.', (row) => row.company), path },
        { ...column('contact', 'Contact', 'The contact.', (row) => row.contact), path },
        ...(isOfEvents(figure)
          ? [
              figure === 'activity'
                ? column('what', 'Activity', 'The action.', (row) => row.what)
                : column('what', 'Step', 'The step that was done.', (row) => row.what),
            ]
          : []),
        isOfEvents(figure)
          ? column('person', 'Person', 'Who did it.', (row) => row.person)
          : column('person', 'Owner', 'Who owns the Target.', (row) => row.person),
        {
          key: 'day',
          head: dayHeads[figure] ?? 'Created',
          kind: 'day',
          sentence: dayHeads[figure] ? 'The day it happened.' : 'The day the Target was created.',
          width: 62,
          of: (row) => row.day,
        },
        { ...column('status', 'Status now', 'The status that the Target has now.', (row) => row.status), width: 60 },
        ...(isOfEvents(figure)
          ? []
          : [
              {
                key: 'amount',
                head: 'Amount',
                kind: 'dollars' as const,
                sentence: 'Revenue won, or projected revenue if it isn’t won.',
                width: 72,
                of: (row: DrillDownRow) => row.amount,
                sum: ({ total }: DrillDown) => total.amount,
              },
            ]),
      ],
    ),
  ],
})
