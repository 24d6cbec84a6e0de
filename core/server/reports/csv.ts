import { csvCell } from '#core/contract/csvCell.ts'
import type { Layout, LayoutCell } from './layout.ts'

/** Writes UTF-8 with the byte order mark that spreadsheets need. Days are YYYY-MM-DD. */
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
