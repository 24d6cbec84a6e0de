// The report 'Digests': what was sent in some days, and what became of it.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { isShownInsights, managesContent } from '#core/contract/orgReport.ts'
import { defineReport, ReportFacts, reportTable } from '#core/contract/report.ts'
import { insightsFlag } from '../flagsContract.ts'

const Sent = z.object({
  title: z.string(),
  curated_by: z.string(),
  day,
  /** 'Weekly'. */
  frequency: z.string(),
  /** As people read it: 'Sent', 'Being sent', 'Nothing new, not sent'. */
  state: z.string(),
  sent: z.number(),
  failed: z.number(),
  in_doubt: z.number(),
  skipped: z.number(),
  clicked: z.number(),
})
export type SentDigest = z.infer<typeof Sent>

export const DigestsReport = ReportFacts.extend({
  totals: z.object({ runs: z.number(), sent: z.number(), failed: z.number(), in_doubt: z.number() }),
  digests: z.array(Sent),
})
export type DigestsReport = z.infer<typeof DigestsReport>

/** Source: the second specification, section 2. */
export const digestsReport = defineReport<DigestsReport>({
  name: 'digests',
  title: 'Digests',
  sentence: 'Status of scheduled Digests.',
  isOfFirm: true,
  isFor: ({ user, Settings }) => isShownInsights(Settings) && managesContent(user.role, Settings),
  flag: insightsFlag,
  facts: DigestsReport,
  totals: [
    {
      label: 'Digests sent',
      sentence: 'Each time that a digest went.',
      kind: 'count',
      of: ({ totals }) => totals.runs,
    },
    { label: 'Mails', sentence: 'Mails that the mail server took.', kind: 'count', of: ({ totals }) => totals.sent },
    { label: 'Failed', sentence: 'Mails that it refused.', kind: 'count', of: ({ totals }) => totals.failed },
    {
      label: 'In doubt',
      sentence: 'Mails of which nobody knows whether they arrived.',
      kind: 'count',
      of: ({ totals }) => totals.in_doubt,
    },
  ],
  tables: [
    reportTable<DigestsReport, SentDigest>(
      { title: 'Runs', empty: 'There is currently no data for this report.' },
      ({ digests }) => digests,
      [
        { head: 'Digest', kind: 'text', sentence: 'Its title.', of: ({ title }) => title },
        { head: 'Curated by', kind: 'text', sentence: 'As the mail says it.', of: ({ curated_by }) => curated_by },
        { head: 'Date', kind: 'day', sentence: 'The day on which it went.', of: (one) => one.day },
        { head: 'Frequency', kind: 'text', sentence: 'How often it goes.', of: ({ frequency }) => frequency },
        { head: 'Status', kind: 'text', sentence: 'What became of it.', of: ({ state }) => state },
        {
          head: 'Sent',
          kind: 'count',
          sentence: 'Mails that the mail server took.',
          of: ({ sent }) => sent,
          sum: ({ totals }) => totals.sent,
        },
        {
          head: 'Failed',
          kind: 'count',
          sentence: 'Mails that it refused.',
          of: ({ failed }) => failed,
          sum: ({ totals }) => totals.failed,
        },
        {
          head: 'In doubt',
          kind: 'count',
          sentence: 'Mails of which nobody knows whether they arrived.',
          of: ({ in_doubt }) => in_doubt,
          sum: ({ totals }) => totals.in_doubt,
        },
        {
          head: 'Left out',
          kind: 'count',
          sentence: 'People who were sent nothing, with a reason.',
          of: ({ skipped }) => skipped,
        },
        {
          head: 'Clicked',
          kind: 'count',
          sentence: 'People who opened a link, as an estimate.',
          of: ({ clicked }) => clicked,
        },
      ],
    ),
  ],
})
