// The Viewer's report on digests: the status of each, and the outcome of each run. Source: the second specification,
// section 2 'Viewer'.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { type ColumnBuilders, reportTable, total } from '#core/contract/report.ts'
import type { Frequency } from '#core/contract/series.ts'
import { defineViewerReport, NO_DATA, Open, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'
import { insightsFlag } from '../flagsContract.ts'
import { DigestRun } from './contract.ts'
import { frequencyLabels } from './schedule.ts'
import { digestStatusLabels, statuses } from './state.ts'

const Row = z.object({
  id,
  title: z.string(),
  curated_by: z.string(),
  frequency: z.int(),
  status: z.enum(statuses),
  /** Times of the first and the next run in the firm's time zone; null if there is none. */
  date: stamp.nullable(),
  next_run: stamp.nullable(),
  /** Number of people it would reach now. */
  contacts: z.int(),
  zone: z.string(),
  revision: z.int(),
  /** Latest first. */
  runs: z.array(DigestRun),
  open: Open,
})
export type DigestReportRow = z.infer<typeof Row>
export const DigestsReport = ViewerFacts.extend({ rows: z.array(Row) })
export type DigestsReport = z.infer<typeof DigestsReport>

type Run = DigestReportRow['runs'][number]
type RunOf = Run & { digest: DigestReportRow }
const runsOf = ({ rows }: DigestsReport): RunOf[] =>
  rows
    .flatMap((digest) => digest.runs.map((run) => ({ ...run, digest })))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
const isMade = ({ state }: Run) => state === 'sending' || state === 'done'

type Count = 'sent' | 'failed' | 'in_doubt' | 'skipped' | 'clicked'
const counted: { key: Count; head: string; sentence: string }[] = [
  { key: 'sent', head: 'Sent', sentence: 'Emails that the mail server took.' },
  { key: 'failed', head: 'Failed', sentence: 'Emails that the mail server refused.' },
  {
    key: 'in_doubt',
    head: 'Unconfirmed',
    sentence: 'Emails that may have arrived, because the server’s response was lost.',
  },
  { key: 'skipped', head: 'Skipped', sentence: 'People who were skipped, with the reason.' },
  { key: 'clicked', head: 'Clicked', sentence: 'Estimated number of people who clicked a link.' },
]
const sumOf = (runs: readonly Run[], key: Count) => runs.reduce((all, run) => all + run[key], 0)
const countsOf = <R>({ count }: Pick<ColumnBuilders<DigestsReport, R>, 'count'>, runsIn: (row: R) => readonly Run[]) =>
  counted.map(({ key, head, sentence }) =>
    count<string>(key, head, sentence, {
      width: key === 'in_doubt' ? 72 : 40,
      of: (row: R) => sumOf(runsIn(row), key),
      sum: (facts) => sumOf(runsOf(facts), key),
    }),
  )

const stateLabels: Record<Run['state'], string> = {
  sending: 'Being sent',
  done: 'Sent',
  nothing_new: 'Nothing new, so not sent',
  not_sent: 'Not sent',
}

const titleSentence = 'The title of the digest.'
const named = (said: string) => said || 'Untitled'

export const digestsReport = defineViewerReport<DigestsReport>({
  name: 'digests',
  title: 'Digests',
  sentence: 'Status of scheduled Digests.',
  area: 'insights',
  keys: ['org'],
  isOfFirm: true,
  isDated: false,
  showsInNav: true,
  flag: insightsFlag,
  facts: DigestsReport,
  totals: [
    total(
      'count',
      'Digests sent',
      'Number of times digests were sent.',
      (facts) => runsOf(facts).filter(isMade).length,
    ),
    ...counted
      .slice(0, 3)
      .map(({ key, head, sentence }) =>
        total('count', key === 'sent' ? 'Emails' : head, sentence, (facts: DigestsReport) => sumOf(runsOf(facts), key)),
      ),
  ],
  tables: [
    reportTable<DigestsReport, DigestReportRow>(
      { title: 'Digests', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, day, count }) => [
        text('title', 'Digest', titleSentence, { of: (row) => named(row.title), path: openPath }),
        text('curated_by', 'Curated by', 'The curator named in the email.'),
        text('frequency', 'Frequency', 'How often it’s sent.', {
          width: 56,
          of: ({ frequency }) => frequencyLabels[frequency as Frequency],
        }),
        text('status', 'Status', 'Its current status.', { width: 56, of: ({ status }) => digestStatusLabels[status] }),
        day('next_run', 'Next', 'The day it’s sent next.', {
          width: 60,
          of: ({ next_run: next }) => next?.slice(0, 10) ?? null,
        }),
        count(
          'contacts',
          'Contacts',
          'How many people it would reach now, without those who have unsubscribed or don’t see Insights.',
          { width: 46 },
        ),
        count('runs', 'Runs', 'How many times it was sent.', {
          width: 36,
          of: ({ runs }) => runs.filter(isMade).length,
          sum: (facts) => runsOf(facts).filter(isMade).length,
        }),
        ...countsOf({ count }, ({ runs }) => runs),
      ],
    ),
    reportTable<DigestsReport, RunOf>({ title: 'Runs', empty: NO_DATA }, runsOf, (build) => [
      build.text('title', 'Digest', titleSentence, {
        of: ({ digest }) => named(digest.title),
        path: ({ digest }) => openPath(digest),
      }),
      build.day('at', 'Date', 'The day it was sent.', { width: 60, of: ({ at }) => at.slice(0, 10) }),
      build.text('state', 'Result', 'How the run ended.', { of: ({ state }) => stateLabels[state] }),
      ...countsOf(build, (run) => [run]),
    ]),
  ],
})
