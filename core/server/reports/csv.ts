// A report's first table as CSV, for programs other than a spreadsheet too.
import type { Cell, Layout } from './layout.ts'

/** UTF-8 with its mark, which spreadsheets need to see; days as YYYY-MM-DD. */
export function csvOf(report: Layout): Buffer {
  const { columns, rows } = report.tables[0]!
  const lines = [columns.map(({ head }) => head), ...rows.map((cells) => cells.map(textOf))]
  return Buffer.from(`\ufeff${lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`)
}

function textOf(cell: Cell): string {
  switch (cell.kind) {
    case 'text':
      // A cell that a spreadsheet would run as a formula is made text by an apostrophe.
      return /^[=+\-@\t\r]/.test(cell.text) ? `'${cell.text}` : cell.text
    case 'count':
      return String(cell.count)
    case 'dollars':
      return cell.amount === null ? '' : cell.amount.toFixed(2)
    case 'day':
      return cell.day ?? ''
  }
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
