import { formatDay } from './dates.ts'
import { formatAmount } from './money.ts'
import { type CellKind, type CellValue, formatNumber } from './report.ts'

/** Formats a cell for the screen, '' for none. */
export function formatCell(kind: CellKind, value: CellValue): string {
  if (value === null) return ''
  if (kind === 'dollars') return formatAmount(Number(value))
  if (kind === 'text') return String(value)
  return kind === 'day' ? formatDay(String(value)) : formatNumber(kind, Number(value))
}
