// Report on the Targets and referrals behind a figure of a source.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { reportTable, total } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, openPath, PagedFacts } from '#core/contract/viewerReport.ts'

export const ReferralDetail = z.object({
  /** A Target's company and contact, or what a referral was about. */
  name: z.string(),
  person: z.string(),
  day: day.nullable(),
  state: z.string(),
  /** Dollars. Null for a referral that was given. */
  revenue: z.number().nullable(),
  open: Open,
})
export type ReferralDetail = z.infer<typeof ReferralDetail>

export const ReferralRows = PagedFacts.extend({
  rows: z.array(ReferralDetail),
  which: z.string(),
  /** The figure whose rows these are. */
  figure: z.string(),
  total: z.object({ count: z.number(), revenue: z.number() }),
})
export type ReferralRows = z.infer<typeof ReferralRows>

export const detailOrders = ['name', 'person', 'day', 'state', 'revenue'] as const
export type DetailOrder = (typeof detailOrders)[number]

export const referralRowsReport = defineViewerReport<ReferralRows>({
  name: 'referral-rows',
  title: 'Referral details',
  sentence: 'The Targets or referrals that a figure of the referrals counts.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: false,
  showsInNav: false,
  comesInPages: true,
  exampleWhich: 'source.Conference.received',
  flag: referralsFlag,
  facts: ReferralRows,
  totals: [
    total('text', 'Figure', 'The figure that these rows make up.', ({ figure }) => figure),
    total('count', 'Rows', 'How many there are.', ({ total }) => total.count),
    total('dollars', 'Revenue', 'Their won revenue. Intangible adds $0.', ({ total }) => total.revenue),
  ],
  tables: [
    reportTable<ReferralRows, ReferralDetail>(
      { title: 'Rows', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, day, dollars }) => [
        text('name', 'What', 'The Target, or what the referral was about.', { path: openPath }),
        text('person', 'Person', 'Who owns the Target, or who gave the referral.'),
        day('day', 'Day', 'When the Target was created, or when the referral was given. Empty if unknown.'),
        text('state', 'State now', 'The Target’s status, or what became of the referral.', { width: 72 }),
        dollars('revenue', 'Revenue', 'Won revenue. Intangible adds $0.', {
          width: 72,
          sum: ({ total }) => total.revenue,
        }),
      ],
    ),
  ],
})
