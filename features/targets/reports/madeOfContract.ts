// What a figure of a report was made of: the steps and Targets themselves.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { type CellValue, reportTable } from '#core/contract/report.ts'
import { defineViewerReport, NO_DATA, Open, ViewerFacts } from '#core/contract/viewerReport.ts'
import { trackerFlag } from '../flagsContract.ts'
import { figures } from './reportPaths.ts'

const Row = z.object({
  target_id: z.string(),
  company: z.string(),
  contact: z.string(),
  /** Of steps: what was done. */
  what: z.string(),
  person: z.string(),
  /** On which it happened; of what is pursued now, the day it was created. */
  day: day.nullable(),
  status: z.string(),
  /** Dollars, -1 Intangible: what it won, else what is projected. */
  amount: z.number().nullable(),
  open: Open,
})
export type MadeOfRow = z.infer<typeof Row>

export const MadeOf = ViewerFacts.extend({
  figure: z.enum(figures),
  rows: z.array(Row),
  total: z.object({ count: z.number(), amount: z.number() }),
})
export type MadeOf = z.infer<typeof MadeOf>

export const figureLabels: Record<MadeOf['figure'], string> = {
  steps: 'Steps done',
  pursued: 'Targets pursued now',
  created: 'Targets created',
  closed: 'Targets closed',
  won: 'Targets won',
}

const path = ({ open }: MadeOfRow) => open?.path ?? null
const column = (key: keyof MadeOfRow & string, head: string, sentence: string, of: (row: MadeOfRow) => CellValue) => ({
  key,
  head,
  kind: 'text' as const,
  sentence,
  of,
})

export const madeOfReport = defineViewerReport<MadeOf>({
  name: 'made-of',
  title: 'Made of',
  sentence: 'The rows that a figure was made of.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: true,
  showsInNav: false,
  flag: trackerFlag,
  facts: MadeOf,
  totals: [
    { label: 'Rows', sentence: 'How many there are.', kind: 'count', of: ({ total }) => total.count },
    {
      label: 'Amount',
      sentence: 'What they add up to; Intangible adds nothing.',
      kind: 'dollars',
      of: ({ total }) => total.amount,
    },
  ],
  tables: [
    reportTable<MadeOf, MadeOfRow>({ title: 'Rows', empty: NO_DATA }, ({ rows }) => rows, [
      { ...column('company', 'Company', 'The company, as it is called now.', (row) => row.company), path },
      { ...column('contact', 'Contact', 'The person there.', (row) => row.contact), path },
      column('what', 'Step', 'What was done.', (row) => row.what),
      column('person', 'Person', 'Who did it, or who owns the Target.', (row) => row.person),
      {
        key: 'day',
        head: 'Day',
        kind: 'day',
        sentence: 'When it happened; of what is pursued, when it was created.',
        width: 62,
        of: (row) => row.day,
      },
      { ...column('status', 'Status', 'As it is now.', (row) => row.status), width: 60 },
      {
        key: 'amount',
        head: 'Amount',
        kind: 'dollars',
        sentence: 'What it won, else what it may bring.',
        width: 72,
        of: (row) => row.amount,
        sum: ({ total }) => total.amount,
      },
    ]),
  ],
})
