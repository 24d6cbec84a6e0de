// A report's first table as CSV, for programs other than a spreadsheet too.
import { csvCell } from '#core/contract/csvCell.ts'
import type { Layout, LayoutCell } from './layout.ts'

/** UTF-8 with its mark, which spreadsheets need to see; days as YYYY-MM-DD. */
export function csvOf(report: Layout): Buffer {
  const { columns, rows } = report.tables[0]!
  const lines = [columns.map(({ head }) => csvCell(head)), ...rows.map((cells) => cells.map(textOf))]
  return Buffer.from(`\ufeff${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`)
}

function textOf(cell: LayoutCell): string {
  switch (cell.kind) {
    case 'text':
      return csvCell(cell.text)
    case 'count':
    case 'decimal':
    case 'percent':
    case 'progress':
      return cell.count === null ? '' : String(cell.count)
    case 'dollars':
      return cell.amount === null ? '' : cell.amount.toFixed(2)
    case 'day':
      return cell.day ?? ''
  }
}
