// Finds companies and contacts that several people pursue without working together. Source: the second specification,
// section 2 'Overlaps'; RULINGS, section 12.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { reportTable } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, PagedFacts } from '#core/contract/viewerReport.ts'
import { overlapsFlag } from '../flagsContract.ts'

/** Ordered with unresolved ones first. */
export const overlapStates = ['unresolved', 'separate', 'aligned'] as const
export type OverlapState = (typeof overlapStates)[number]
export const overlapStateLabels: Record<OverlapState, string> = {
  unresolved: 'Unresolved',
  separate: 'Separate',
  aligned: 'Aligned',
}

export const overlapOrders = ['target', 'state'] as const

const Member = z.object({ id, name: z.string(), target_id: id, open: Open })
const Row = z.object({
  /** Name of the company, or of the contact if they share that. */
  target: z.string(),
  /** The kind of value that the targets share. */
  shared: z.string(),
  members: z.array(Member),
  state: z.enum(overlapStates),
  /** Sentence that explains the state. */
  reason: z.string(),
  /** True if it is unresolved and the viewer manages everyone in it. */
  can_bring_together: z.boolean(),
  /** True if the viewer asked everyone to work together and can cancel that request. */
  can_undo_request: z.boolean(),
})
export type OverlapRow = z.infer<typeof Row>

/** Groups the members by person, each with all of their Targets in the overlap. */
export const overlapPeople = ({ members }: Pick<OverlapRow, 'members'>) => [
  ...Map.groupBy(members, ({ id }) => id).values(),
]

export const OverlapsReport = PagedFacts.extend({
  rows: z.array(Row),
  counts: z.object({ unresolved: z.number(), separate: z.number(), aligned: z.number() }),
})
export type OverlapsReport = z.infer<typeof OverlapsReport>

export const overlapsReport = defineViewerReport<OverlapsReport>({
  name: 'overlaps',
  title: 'Overlaps',
  sentence: 'Colleagues who may be pursuing the same company or contact without working together.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: false,
  showsInNav: true,
  flag: overlapsFlag,
  facts: OverlapsReport,
  comesInPages: true,
  totals: [
    {
      label: 'Unresolved',
      sentence: 'Overlaps no one has responded to, or with a pending request to join.',
      kind: 'count',
      of: ({ counts }) => counts.unresolved,
    },
    {
      label: 'Separate',
      sentence: 'Overlaps someone wants to keep separate.',
      kind: 'count',
      of: ({ counts }) => counts.separate,
    },
    {
      label: 'Aligned',
      sentence: 'Overlaps where the people share the Target or asked for an introduction.',
      kind: 'count',
      of: ({ counts }) => counts.aligned,
    },
  ],
  tables: [
    reportTable<OverlapsReport, OverlapRow>({ title: 'Overlaps', empty: NO_DATA }, ({ rows }) => rows, [
      {
        key: 'target',
        head: 'Client',
        kind: 'text',
        sentence: 'The company or contact they have in common.',
        of: (row) => row.target,
      },
      {
        key: 'shared',
        head: 'Match',
        kind: 'text',
        sentence: 'What they have in common: company or contact.',
        width: 60,
        of: (row) => row.shared,
      },
      {
        key: 'members',
        head: 'User',
        kind: 'text',
        sentence: 'Team members who may be pursuing the same company or contact without officially collaborating.',
        of: (row) =>
          overlapPeople(row)
            .map((targets) => targets[0]!.name)
            .join(', '),
      },
      {
        key: 'state',
        head: 'Status',
        kind: 'text',
        sentence: 'Whether the people have resolved it.',
        width: 70,
        of: (row) => overlapStateLabels[row.state],
      },
      { key: 'reason', head: 'Reason', kind: 'text', sentence: 'The reason for the status.', of: (row) => row.reason },
    ]),
  ],
})
