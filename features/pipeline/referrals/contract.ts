// Report on who Targets came from, and what the firm sent back.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { reportTable, total } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, openPath, PagedFacts } from '#core/contract/viewerReport.ts'
import { type SourceFigure, sourceRowsPath } from './rowsPaths.ts'

export const SourceKind = z.enum(['contact', 'user', 'source'])
export type SourceKind = z.infer<typeof SourceKind>
export const sourceKindTerm: Record<SourceKind, string> = {
  contact: 'Contact',
  user: 'Colleague',
  source: 'List of the firm',
}

export const SourceRow = z.object({
  kind: SourceKind,
  /** ID of a contact or colleague, or the entry of the list. */
  id: z.string(),
  name: z.string(),
  received: z.number(),
  won: z.number(),
  /** Dollars. */
  revenue: z.number(),
  /** Null for a source that isn't a contact. */
  sent: z.number().nullable(),
  /** How many of them became work. */
  worked: z.number().nullable(),
  last_touch: day.nullable(),
  /** Names of contacts that it's in a circle with. Null for none. */
  circle: z.array(z.string()).nullable(),
  open: Open,
})
export type SourceRow = z.infer<typeof SourceRow>

export const ReferralsReport = PagedFacts.extend({
  rows: z.array(SourceRow),
  total: z.object({ received: z.number(), won: z.number(), revenue: z.number(), sent: z.number() }),
})
export type ReferralsReport = z.infer<typeof ReferralsReport>

export const sourceOrders = ['name', 'kind', 'received', 'won', 'revenue', 'sent', 'worked', 'last_touch'] as const
export type SourceOrder = (typeof sourceOrders)[number]

export const sourceSentences = {
  received: 'How many Targets came from there. Targets in Recently Deleted don’t count.',
  won: 'How many of these Targets were won.',
  revenue: 'Their won revenue. Intangible adds $0.',
  sent: 'How many referrals we gave to this contact.',
  worked: 'How many of these referrals became work for the contact.',
  last_touch: 'When we were last in touch with this contact.',
  circle: 'Contacts who sent each other to us, directly or through others.',
} as const

/** Returns 'Themselves', 'Ana Rao', or '' for no circle. */
export const formatCircle = (circle: readonly string[] | null): string =>
  circle === null ? '' : circle.length === 0 ? 'Themselves' : circle.join(', ')

type Row = SourceRow & { facts: ReferralsReport }
const toRows =
  (figure: SourceFigure) =>
  ({ facts, kind, id, ...row }: Row) =>
    row[figure] ? sourceRowsPath(facts.scope, { kind, id, figure }) : null

export const referralsReport = defineViewerReport<ReferralsReport>({
  name: 'referrals',
  title: 'Referrals',
  sentence: 'Who Targets came from, what became of them, and what was sent back.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: false,
  showsInNav: true,
  comesInPages: true,
  flag: referralsFlag,
  facts: ReferralsReport,
  totals: [
    total('count', 'Received', 'How many Targets came from a known source.', ({ total }) => total.received),
    total('count', 'Won', sourceSentences.won, ({ total }) => total.won),
    total('dollars', 'Revenue', sourceSentences.revenue, ({ total }) => total.revenue),
    total('count', 'Sent back', 'How many referrals were given to contacts.', ({ total }) => total.sent),
  ],
  tables: [
    reportTable<ReferralsReport, Row>(
      { title: 'Sources', empty: NO_DATA },
      (facts) => facts.rows.map((row) => ({ ...row, facts })),
      ({ text, count, dollars, day }) => [
        text('name', 'Came from', 'The contact, the colleague, or the entry of the firm’s list.', { path: openPath }),
        text('kind', 'Kind', 'Whether it’s a contact, a colleague, or an entry of the firm’s list.', {
          of: ({ kind }) => sourceKindTerm[kind],
          width: 60,
        }),
        count('received', 'Received', sourceSentences.received, {
          path: toRows('received'),
          sum: ({ total }) => total.received,
        }),
        count('won', 'Won', sourceSentences.won, { path: toRows('won'), sum: ({ total }) => total.won }),
        dollars('revenue', 'Revenue', sourceSentences.revenue, {
          path: toRows('revenue'),
          sum: ({ total }) => total.revenue,
        }),
        count('sent', 'Sent back', sourceSentences.sent, { path: toRows('sent'), sum: ({ total }) => total.sent }),
        count('worked', 'Became work', sourceSentences.worked, { path: toRows('worked') }),
        day('last_touch', 'Last touch', sourceSentences.last_touch),
        text(null, 'In a circle with', sourceSentences.circle, { of: ({ circle }) => formatCircle(circle) }),
      ],
    ),
  ],
})
