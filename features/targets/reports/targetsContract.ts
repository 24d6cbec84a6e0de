// Lists all Targets pursued in these days with owners and states.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { reportTable } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, PagedFacts } from '#core/contract/viewerReport.ts'
import { trackerFlag } from '../flagsContract.ts'

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

const path = ({ open }: TargetsRow) => open?.path ?? null

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
    reportTable<TargetsReport, TargetsRow>({ title: 'Targets', empty: NO_DATA }, ({ rows }) => rows, [
      { key: 'company', head: 'Company', kind: 'text', sentence: 'The company.', of: (row) => row.company, path },
      { key: 'contact', head: 'Contact', kind: 'text', sentence: 'The contact.', of: (row) => row.contact, path },
      { key: 'owner', head: 'Owner', kind: 'text', sentence: 'Who owns it now.', of: (row) => row.owner },
      {
        key: 'shared_with',
        head: 'Shared with',
        kind: 'text',
        sentence: 'Colleagues who work on it now.',
        of: (row) => row.shared_with.join(', '),
      },
      {
        key: 'type',
        head: 'Type',
        kind: 'text',
        sentence: 'Client, prospect, or referral source, as of now.',
        width: 48,
        of: (row) => row.type,
      },
      {
        key: 'value',
        head: 'Value',
        kind: 'text',
        sentence: 'Low, medium, or high, as of now.',
        width: 40,
        of: (row) => row.value,
      },
      {
        key: 'status',
        head: 'Status now',
        kind: 'text',
        sentence: 'Its current status.',
        width: 46,
        of: (row) => row.status,
      },
      {
        key: 'step',
        head: 'Next step now',
        kind: 'text',
        sentence: 'The owner’s current next step.',
        of: (row) => row.step,
      },
      {
        key: 'due',
        head: 'Due now',
        kind: 'day',
        sentence: 'When that step is due.',
        width: 56,
        of: (row) => row.due,
      },
      {
        key: 'created',
        head: 'Created',
        kind: 'day',
        sentence: 'When it was created. Empty for imported Targets whose file had no date.',
        width: 56,
        of: (row) => row.created,
      },
      {
        key: 'projected',
        head: 'Projected',
        kind: 'dollars',
        sentence: 'Projected revenue, if it was pursued at the end of the last day. Intangible adds $0 to the total.',
        width: 62,
        of: (row) => row.projected,
        sum: ({ total }) => total.projected,
      },
      {
        key: 'won',
        head: 'Won',
        kind: 'dollars',
        sentence: 'Revenue, if it was won in this period. Intangible adds $0 to the total.',
        width: 62,
        of: (row) => row.won,
        sum: ({ total }) => total.won,
      },
    ]),
  ],
})
