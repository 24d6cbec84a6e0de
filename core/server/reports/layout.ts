// Shared by the PDF, the workbook, and the CSV.
import { formatDay } from '#core/contract/dates.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import { rangeLabels } from '#core/contract/ranges.ts'
import type { CellKind, CellValue, Chart, Report, ReportDefinition, ReportFacts } from '#core/contract/report.ts'
import type { ViewerReport, WithRows } from '#core/contract/viewerReport.ts'

export type LayoutCell =
  | { kind: 'day'; day: string | null }
  | { kind: 'dollars'; amount: number | null }
  | { kind: 'count' | 'decimal' | 'percent' | 'progress'; count: number | null }
  | { kind: 'text'; text: string }
export type LayoutTable = {
  title: string
  empty: string
  columns: { head: string; kind: CellKind; width?: number; sentence?: string }[]
  rows: LayoutCell[][]
  /** Totals in the last row. */
  sums?: LayoutCell[]
}
/** Plain values, because they are passed to another thread. */
export type Layout = {
  title: string
  range: string
  /** Dates of the previous period. */
  before?: string
  /** Sentences about what the figures leave out or count twice. */
  notes?: readonly string[]
  lead?: string
  firm: string
  /** Logo for print: a PNG as a data URL. */
  logo?: string
  zone: string
  made: string
  totals: { label: string; cell: LayoutCell; sentence?: string; before?: LayoutCell }[]
  charts?: readonly Chart[]
  tables: LayoutTable[]
}

const daysOf = (start: string, end: string) => `${formatDay(start)} to ${formatDay(end)}`

export const layoutOf = <F extends ReportFacts>(report: Report<F>, facts: F): Layout => ({
  ...(report.isOfFirm
    ? { title: report.title, lead: report.sentence }
    : { title: `${report.title} of ${facts.person}` }),
  range: `${rangeLabels[facts.range]}: ${daysOf(facts.start, facts.end)}`,
  ...bodyOf(report, facts),
})

/** Explains columns, since print has no tooltips. */
export const layoutForViewer = <F extends WithRows>(report: ViewerReport<F>, facts: F): Layout => ({
  title: `${report.title}: ${facts.scope.name}`,
  lead: report.sentence,
  range: facts.start && facts.end ? daysOf(facts.start, facts.end) : 'Current data',
  ...(facts.before_start && facts.before_end && { before: daysOf(facts.before_start, facts.before_end) }),
  ...(facts.notes && { notes: facts.notes }),
  ...bodyOf(report, facts),
})

const bodyOf = <F extends { firm: string; zone: string; made: string }>(
  { totals, tables, charts }: ReportDefinition<F>,
  facts: F,
) => ({
  firm: facts.firm,
  zone: facts.zone,
  made: facts.made,
  totals: totals.map(({ label, sentence, kind, of, before }) => ({
    label,
    sentence,
    cell: cellOf(kind, of(facts)),
    ...(before && { before: cellOf(kind, before(facts)) }),
  })),
  ...(charts && { charts: charts(facts) }),
  tables: tables.map(({ title, empty, columns: columnsOf, rows }): LayoutTable => {
    const columns = columnsOf(facts)
    const its = rows(facts)
    const hasSums = its.length > 0 && columns.some(({ sum }) => sum)
    return {
      title,
      empty,
      columns: columns.map(({ head, kind, width, sentence }) => ({ head, kind, sentence, ...(width && { width }) })),
      rows: its.map((row) => row.map((value, i) => cellOf(columns[i]!.kind, value))),
      ...(hasSums && {
        sums: columns.map(({ kind, sum }, i) =>
          sum ? cellOf(kind, sum(facts)) : cellOf('text', i === 0 ? 'Total' : ''),
        ),
      }),
    }
  }),
})

function cellOf(kind: CellKind, value: CellValue): LayoutCell {
  if (kind === 'day') return { kind, day: value === null ? null : String(value) }
  if (kind === 'text') return { kind, text: String(value ?? '') }
  if (kind === 'dollars')
    return value === INTANGIBLE
      ? { kind: 'text', text: 'Intangible' }
      : { kind, amount: value === null ? null : Number(value) }
  return { kind, count: value === null ? null : Number(value) }
}
