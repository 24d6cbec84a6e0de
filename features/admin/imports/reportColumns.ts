// The two columns that a file of refused rows begins with. Pure.
import { valueKey } from './cells.ts'
import type { ImportColumn } from './contract.ts'

export const reportColumns = ['Row', 'Reason'] as const

/** Whether the columns begin as those of a file of refused rows do. */
export const hasReportColumns = (columns: Pick<ImportColumn, 'header'>[]): boolean =>
  columns.length > reportColumns.length &&
  reportColumns.every((name, i) => valueKey(columns[i]!.header).replace(/ \(column \d+\)$/, '') === valueKey(name))
