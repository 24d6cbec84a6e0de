// Whether a row of a file has as many cells as its table, and none that is too long.
import { isMoney } from '../amounts.ts'
import { valueKey } from '../cells.ts'
import { importLimits } from '../contract.ts'
import { currencyColumns, headingCurrency } from '../currencies.ts'
import type { Options } from './store.ts'

/** Where a row names the currency of its amounts, and what each heading says of it. */
type RowCurrencies = { places: number[]; byHeading: string[] }
/** Cells that a row has at least, and columns that it may have values in. */
export type Shape = { headings: number; columns: number; headers: string[]; currencies: RowCurrencies }

export const shapeOf = ({ headings, columns }: Pick<Options, 'headings' | 'columns'>): Shape => ({
  headings: headings ?? columns.length,
  columns: columns.length,
  headers: columns.map(({ header, unnamed }) => (unnamed ? '' : valueKey(header).replace(/ \(column \d+\)$/, ''))),
  currencies: { places: currencyColumns(columns), byHeading: columns.map(({ header }) => headingCurrency(header)) },
})

/** Why a row is no row of this file, in a sentence; null when it is one. */
export function shapeProblem(cells: string[], { headings, columns, headers }: Shape): string | null {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (used > columns) return `This row has ${used} cells. The limit is ${importLimits.columns}.`
  if (cells.length < headings)
    return `This row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ${headings}.`
  const long = cells.findIndex((cell) => cell.length > importLimits.cell)
  if (isDivider(cells)) return 'This row only divides others: it holds lines and no text.'
  if (isSectionTitle(cells, columns))
    return 'This row looks like a title above other rows: it holds nothing but its first cell.'
  if (repeatsHeadings(cells, headers)) return 'This row repeats the headings.'
  if (isTotal(cells)) return 'This row holds totals of other rows.'
  return long < 0 ? null : `Cell ${long + 1} is longer than ${importLimits.cell.toLocaleString('en-US')} characters.`
}

/** Pages of a report that were put one below the other each begin with the headings. */
function repeatsHeadings(cells: string[], headers: string[]): boolean {
  const words = cells.map(valueKey)
  return words.filter((word) => word !== '').length > 1 && words.every((word, i) => word === '' || word === headers[i])
}

/** A line drawn with dashes, as plain reports have between their parts; a dash alone in a cell may mean that there is no value. */
function isDivider(cells: string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return filled.every((cell) => /^[-–—_=*#~.+|]+$/.test(cell)) && filled.some((cell) => cell.length > 2)
}

const title = /^[-–—=*#~]{2,}.*\p{L}|^(section|category|region|quarter|stage|status|owner|group)\s*:|:$/iu

/** 'Region: West' or '--- Won ---' alone in a row of a table with several columns. */
function isSectionTitle(cells: string[], columns: number): boolean {
  const [name, ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return columns > 2 && name !== undefined && others.length === 0 && title.test(name)
}

const total = /^((grand|sub|overall|report)[ -]?)?totals?\b.{0,40}$|^(sum|average|count)( of .{1,40})?:?$/i

/** 'Total' and nothing but numbers beside it. */
function isTotal(cells: string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [name = '', ...others] = filled
  return others.length > 0 && total.test(name) && others.every(isMoney)
}
