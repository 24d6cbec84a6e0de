// A report laid out: what the PDF, the sheet and the CSV have in common.
import { formatDay } from '#core/contract/dates.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import { rangeLabels } from '#core/contract/ranges.ts'
import type { CellKind, CellValue, Report, ReportFacts } from '#core/contract/report.ts'

/** A day, dollars, a count, or text. */
export type Cell =
  | { kind: 'day'; day: string | null }
  | { kind: 'dollars'; amount: number | null }
  | { kind: 'count'; count: number }
  | { kind: 'text'; text: string }
export type Table = {
  title: string
  empty: string
  columns: { head: string; kind: CellKind; width?: number }[]
  rows: Cell[][]
}
/** Plain values: they cross into another thread. */
export type Layout = {
  title: string
  range: string
  /** What is said before anything else. */
  lead?: string
  firm: string
  /** Of the firm, for paper: a PNG as a data URL. */
  logo?: string
  zone: string
  made: string
  totals: { label: string; cell: Cell }[]
  tables: Table[]
}

export const layoutOf = <F extends ReportFacts>(
  { title, sentence, isOfFirm, totals, tables }: Report<F>,
  facts: F,
): Layout => ({
  ...(isOfFirm ? { title, lead: sentence } : { title: `${title} of ${facts.person}` }),
  range: `${rangeLabels[facts.range]}: ${formatDay(facts.start)} to ${formatDay(facts.end)}`,
  firm: facts.firm,
  zone: facts.zone,
  made: facts.made,
  totals: totals.map(({ label, kind, of }) => ({ label, cell: cellOf(kind, of(facts)) })),
  tables: tables.map(({ title, empty, columns, rows }) => ({
    title,
    empty,
    columns: columns.map(({ head, kind, width }) => ({ head, kind, width })),
    rows: rows(facts).map((row) => row.map((value, i) => cellOf(columns[i]!.kind, value))),
  })),
})

function cellOf(kind: CellKind, value: CellValue): Cell {
  switch (kind) {
    case 'day':
      return { kind, day: value === null ? null : String(value) }
    case 'dollars':
      return value === INTANGIBLE
        ? { kind: 'text', text: 'Intangible' }
        : { kind, amount: value === null ? null : Number(value) }
    case 'count':
      return { kind, count: Number(value) }
    case 'text':
      return { kind, text: String(value ?? '') }
  }
}
