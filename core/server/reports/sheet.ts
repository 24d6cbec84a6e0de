// Exports to Excel with real dates and amounts.

import { isNumber, meaningsOf } from '#core/contract/report.ts'
import type { Layout, LayoutCell, LayoutTable } from './layout.ts'
import {
  type CellStyle,
  dateNumber,
  type WorkbookCell,
  type WorkbookRow,
  type WorkbookSheet,
  writeWorkbook,
} from './workbookWriter.ts'

const NAVY = '#15397e'
const RULE = '#d3dae5'
/** Rows in one piece of the file. */
const ROWS_AT_ONCE = 1000
const widths: Record<LayoutCell['kind'], number> = {
  text: 30,
  day: 13,
  dollars: 16,
  count: 12,
  decimal: 12,
  percent: 12,
  progress: 9,
}
/** Number formats and alignment of each kind. */
const kindStyles: Record<LayoutCell['kind'], CellStyle> = {
  text: {},
  day: { format: 'mmm d, yyyy', align: 'left' },
  dollars: { format: '$#,##0' },
  count: { format: '#,##0' },
  decimal: { format: '#,##0.0' },
  percent: { format: '0"%"' },
  progress: { format: '[=100]"Done";[=0]"";0"%"' },
}
/** One object for each style, because the writer stores each object once. */
const stylesWith = (more: CellStyle) =>
  Object.fromEntries(
    Object.entries(kindStyles).map(([kind, style]) => [kind, { ...style, ...more }]),
  ) as typeof kindStyles
const summaryStyles = stylesWith({ align: 'left' })
const rowStyles = stylesWith({ rule: { width: 'thin', color: RULE } })
const sumStyles = stylesWith({ isBold: true })
const bold: CellStyle = { isBold: true }
const navy: CellStyle = { isBold: true, color: NAVY }
const headStyle: CellStyle = { ...navy, align: 'left', rule: { width: 'medium', color: NAVY } }
const numberHeadStyle: CellStyle = { ...headStyle, align: 'right' }

/** Creates sheets for totals, each table, and explanations. */
export async function workbookOf(report: Layout): Promise<Buffer> {
  const sheets = [summaryOf(report), ...report.tables.map(sheetOf), ...meaningsIn(report)]
  const pieces: Uint8Array[] = []
  for await (const piece of writeWorkbook(sheets)) pieces.push(piece)
  return Buffer.concat(pieces)
}

function summaryOf(report: Layout): WorkbookSheet {
  const line = (label: string, value: string): WorkbookRow => [{ value: label, style: bold }, { value }]
  return {
    title: 'Summary',
    widths: [24, 36, 24],
    pages: [
      [
        [{ value: report.title, style: { ...navy, size: 14 } }],
        line('Firm', report.firm),
        line('Range', report.range),
        line('Time zone', report.zone),
        line('Created', report.made),
        [],
        ...(report.totals.some(({ before }) => before)
          ? [[{ value: null }, { value: 'This period' }, { value: report.before ?? 'Previous period' }]]
          : []),
        ...report.totals.map(({ label, cell, before }) => [
          { value: label, style: bold },
          cellOf(cell, summaryStyles),
          ...(before ? [cellOf(before, summaryStyles)] : []),
        ]),
        ...(report.notes ?? []).map((value) => [{ value }]),
      ],
    ],
  }
}

/** Returns no sheet if nothing needs explaining. */
function meaningsIn({ totals, tables }: Layout): WorkbookSheet[] {
  const said = meaningsOf(
    totals,
    tables.flatMap(({ columns }) => columns),
  )
  if (said.length === 0) return []
  return [
    {
      title: 'What it means',
      widths: [24, 90],
      heads: ['Number', 'What it means'].map((value) => ({ value, style: navy })),
      pages: [said.map(([name, sentence]) => [{ value: name }, { value: sentence }])],
    },
  ]
}

const sheetOf = ({ title, columns, rows, sums }: LayoutTable): WorkbookSheet => ({
  title,
  widths: columns.map(({ kind }) => widths[kind]),
  isLandscape: true,
  heads: columns.map(({ head, kind }) => ({ value: head, style: isNumber(kind) ? numberHeadStyle : headStyle })),
  pages: pagesOf(rows, sums),
})

function* pagesOf(rows: LayoutTable['rows'], sums: LayoutTable['sums']): Generator<WorkbookRow[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    yield rows.slice(at, at + ROWS_AT_ONCE).map((cells) => cells.map((cell) => cellOf(cell, rowStyles)))
  if (sums) yield [sums.map((cell) => cellOf(cell, sumStyles))]
}

function cellOf(cell: LayoutCell, styles: typeof kindStyles): WorkbookCell {
  const style = styles[cell.kind]
  switch (cell.kind) {
    case 'text':
      return { value: cell.text, style }
    case 'dollars':
      return { value: cell.amount, style }
    case 'day':
      return { value: cell.day === null ? null : dateNumber(cell.day), style }
    default:
      return { value: cell.count, style }
  }
}
