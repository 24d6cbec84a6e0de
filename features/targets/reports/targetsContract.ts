// Lists all Targets pursued in these days with owners and states.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { reportTable } from '#core/contract/report.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { defineViewerReport, NO_DATA, Open, openPath, PagedFacts } from '#core/contract/viewerReport.ts'

/** Source: the second specification, section 2 'Targets table'. */
export const sharings = ['all', 'not_shared', 'shared'] as const
export type Sharing = (typeof sharings)[number]
export const sharingLabels: Record<Sharing, string> = { all: 'All', not_shared: 'Not Shared', shared: 'Shared' }

const Row = z.object({
  target_id: z.string(),
  company: z.string(),
  contact: z.string(),
  owner: z.string(),
  /** Collaborators of the owner. */
  shared_with: z.array(z.string()),
  type: z.string(),
  value: z.string(),
  status: z.string(),
  /** The owner's next step. */
  step: z.string(),
  due: day.nullable(),
  /** Null if unknown. */
  created: day.nullable(),
  /** Dollars, -1 Intangible: `projected` if pursued at the end of the last day, `won` if won in these days. */
  projected: z.number().nullable(),
  won: z.number().nullable(),
  open: Open,
})
export type TargetsRow = z.infer<typeof Row>

export const TargetsReport = PagedFacts.extend({
  rows: z.array(Row),
  /** Totals of all rows, including those not on this page. */
  total: z.object({ count: z.number(), projected: z.number(), won: z.number() }),
})
export type TargetsReport = z.infer<typeof TargetsReport>

export const targetOrders = [
  'company',
  'contact',
  'owner',
  'shared_with',
  'type',
  'value',
  'status',
  'step',
  'due',
  'created',
  'projected',
  'won',
] as const
export type TargetOrder = (typeof targetOrders)[number]

export const targetsReport = defineViewerReport<TargetsReport>({
  name: 'targets',
  title: 'Targets',
  sentence: 'Targets pursued in this period, their owners, and their current status.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: true,
  showsInNav: true,
  flag: trackerFlag,
  facts: TargetsReport,
  comesInPages: true,
  narrowsTargets: true,
  totals: [],
  tables: [
    reportTable<TargetsReport, TargetsRow>(
      { title: 'Targets', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, dollars, day }) => [
        text('company', 'Company', 'The company.', { path: openPath }),
        text('contact', 'Contact', 'The contact.', { path: openPath }),
        text('owner', 'Owner', 'Who owns it now.'),
        text('shared_with', 'Shared with', 'Colleagues who work on it now.', {
          of: (row) => row.shared_with.join(', '),
        }),
        text('type', 'Type', 'Client, prospect, or referral source, as of now.', { width: 48 }),
        text('value', 'Value', 'Low, medium, or high, as of now.', { width: 40 }),
        text('status', 'Status now', 'Its current status.', { width: 46 }),
        text('step', 'Next step now', 'The owner’s current next step.'),
        day('due', 'Due now', 'When that step is due.', { width: 56 }),
        day('created', 'Created', 'When it was created. Empty for imported Targets whose file had no date.', {
          width: 56,
        }),
        dollars(
          'projected',
          'Projected',
          'Projected revenue, if it was pursued at the end of the last day. Intangible adds $0 to the total.',
          { width: 62, sum: ({ total }) => total.projected },
        ),
        dollars('won', 'Won', 'Revenue, if it was won in this period. Intangible adds $0 to the total.', {
          width: 62,
          sum: ({ total }) => total.won,
        }),
      ],
    ),
  ],
})
