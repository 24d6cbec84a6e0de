// The Activity Report as tables: what the PDF, the sheet and the CSV have in common.
import { formatDay } from '#core/contract/dates.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import { type ActivityReport, rangeLabels } from '../contract.ts'

/** A day, dollars, a count, or text. */
export type Cell =
  | { kind: 'day'; day: string | null }
  | { kind: 'dollars'; amount: number | null }
  | { kind: 'count'; count: number }
  | { kind: 'text'; text: string }
export type Column = { head: string; kind: Cell['kind'] }
export type Table = { title: string; columns: Column[]; rows: Cell[][]; empty: string }

const text = (value: string): Cell => ({ kind: 'text', text: value })
const day = (value: string | null): Cell => ({ kind: 'day', day: value })
const count = (value: number): Cell => ({ kind: 'count', count: value })
const dollars = (value: number | null): Cell =>
  value === INTANGIBLE ? text('Intangible') : { kind: 'dollars', amount: value }

export const titleOf = ({ person }: ActivityReport) => `Activity Report of ${person}`
export const rangeOf = ({ range, start, end }: ActivityReport) =>
  `${rangeLabels[range]}: ${formatDay(start)} to ${formatDay(end)}`

/** The sums, in the order in which they are shown everywhere. */
export const totalsOf = ({ totals }: ActivityReport): { label: string; cell: Cell }[] => [
  { label: 'Targets worked on', cell: count(totals.targets) },
  { label: 'Steps done', cell: count(totals.steps) },
  { label: 'Steps done late', cell: count(totals.late) },
  { label: 'Targets created', cell: count(totals.created) },
  { label: 'Targets won', cell: count(totals.won) },
  { label: 'Revenue won', cell: dollars(totals.revenue) },
  { label: 'Targets lost', cell: count(totals.lost) },
]

const GONE = 'A Target that is gone'

export const targetTable = ({ targets }: ActivityReport): Table => ({
  title: 'Targets',
  empty: 'No Target was worked on in this time.',
  columns: [
    { head: 'Company', kind: 'text' },
    { head: 'Contact', kind: 'text' },
    { head: 'Status', kind: 'text' },
    { head: 'Steps done', kind: 'count' },
    { head: 'Created', kind: 'day' },
    { head: 'Won', kind: 'day' },
    { head: 'Revenue won', kind: 'dollars' },
    { head: 'Lost', kind: 'day' },
    { head: 'Reason', kind: 'text' },
    { head: 'Last activity', kind: 'day' },
  ],
  rows: targets.map((one) => [
    text(one.company || (one.contact ? '' : GONE)),
    text(one.contact),
    text(one.statusterm),
    count(one.steps),
    day(one.created),
    day(one.won),
    dollars(one.revenue),
    day(one.lost),
    text(one.reason),
    day(one.last),
  ]),
})

export const stepTable = ({ steps }: ActivityReport): Table => ({
  title: 'Steps done',
  empty: 'No step was done in this time.',
  columns: [
    { head: 'Done', kind: 'day' },
    { head: 'Company', kind: 'text' },
    { head: 'Contact', kind: 'text' },
    { head: 'Step', kind: 'text' },
    { head: 'Due', kind: 'day' },
    { head: 'In time', kind: 'text' },
  ],
  rows: steps.map((one) => [
    day(one.day),
    text(one.company || (one.contact ? '' : GONE)),
    text(one.contact),
    text(one.description),
    day(one.due),
    text(one.due === null ? '' : one.late ? 'Late' : 'In time'),
  ]),
})
