// Finds companies and contacts that several people pursue without working together. Source: the second specification,
// section 2 'Overlaps'; RULINGS, section 12.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { reportTable, total } from '#core/contract/report.ts'
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
    total(
      'count',
      'Unresolved',
      'Overlaps no one has responded to, or with a pending request to join.',
      ({ counts }) => counts.unresolved,
    ),
    total('count', 'Separate', 'Overlaps someone wants to keep separate.', ({ counts }) => counts.separate),
    total(
      'count',
      'Aligned',
      'Overlaps where the people share the Target or asked for an introduction.',
      ({ counts }) => counts.aligned,
    ),
  ],
  tables: [
    reportTable<OverlapsReport, OverlapRow>(
      { title: 'Overlaps', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text }) => [
        text('target', 'Client', 'The company or contact they have in common.'),
        text('shared', 'Match', 'What they have in common: company or contact.', { width: 60 }),
        text(
          'members',
          'User',
          'Team members who may be pursuing the same company or contact without officially collaborating.',
          {
            of: (row) =>
              overlapPeople(row)
                .map((targets) => targets[0]!.name)
                .join(', '),
          },
        ),
        text('state', 'Status', 'Whether the people have resolved it.', {
          width: 70,
          of: (row) => overlapStateLabels[row.state],
        }),
        text('reason', 'Reason', 'The reason for the status.'),
      ],
    ),
  ],
})
