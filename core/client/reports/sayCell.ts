import { formatDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import type { CellKind, CellValue } from '#core/contract/report.ts'

/** A figure of a report as the screen says it; '' where there is none. */
export function sayCell(kind: CellKind, value: CellValue): string {
  if (value === null) return ''
  if (kind === 'dollars') return formatAmount(Number(value))
  if (kind === 'count') return Number(value).toLocaleString('en-US')
  return kind === 'day' ? formatDay(String(value)) : String(value)
}
