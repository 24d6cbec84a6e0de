// First two columns of a file of rejected rows. Pure.
import { valueKey } from './cells.ts'
import type { ImportColumn } from './contract.ts'

export const reportColumns = ['Row', 'Reason'] as const

export const hasReportColumns = (columns: Pick<ImportColumn, 'header'>[]): boolean =>
  columns.length > reportColumns.length &&
  reportColumns.every((name, i) => valueKey(columns[i]!.header).replace(/ \(column \d+\)$/, '') === valueKey(name))
