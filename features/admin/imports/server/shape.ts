// Checks that a row has as many cells as its table and no cell that is too long.
import { currencyColumns, headingCurrency, isMoney } from '../amounts.ts'
import { valueKey } from '../cells.ts'
import { importLimits } from '../mappingContract.ts'
import type { Options } from './store.ts'

/** Columns that name the currency of a row's amounts, and the currency in each heading. */
type RowCurrencies = { places: number[]; byHeading: string[] }
/** `headings` is the minimum number of cells in a row, `columns` the number of columns that can hold values. */
export type Shape = { headings: number; columns: number; headers: string[]; currencies: RowCurrencies }

export const shapeOf = ({ headings, columns }: Pick<Options, 'headings' | 'columns'>): Shape => ({
  headings: headings ?? columns.length,
  columns: columns.length,
  headers: columns.map(({ header, unnamed }) => (unnamed ? '' : valueKey(header).replace(/ \(column \d+\)$/, ''))),
  currencies: { places: currencyColumns(columns), byHeading: columns.map(({ header }) => headingCurrency(header)) },
})

/** Returns why a row doesn't belong to the table, in a sentence, or null if it does. */
export function shapeProblem(cells: string[], { headings, columns, headers }: Shape): string | null {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (used > columns) return `This row has ${used} cells. The limit is ${importLimits.columns}.`
  if (cells.length < headings)
    return `This row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ${headings}.`
  const long = cells.findIndex((cell) => cell.length > importLimits.cell)
  if (isDivider(cells)) return 'This row only divides others: it holds lines and no text.'
  if (isSectionTitle(cells, columns))
    return 'This row looks like a title above other rows: only its first cell has a value.'
  if (repeatsHeadings(cells, headers)) return 'This row repeats the headings.'
  if (isTotal(cells)) return 'This row holds totals of other rows.'
  return long < 0 ? null : `Cell ${long + 1} is longer than ${importLimits.cell.toLocaleString('en-US')} characters.`
}

/** Reports that were joined page by page repeat the headings on each page. */
function repeatsHeadings(cells: string[], headers: string[]): boolean {
  const words = cells.map(valueKey)
  return words.filter((word) => word !== '').length > 1 && words.every((word, i) => word === '' || word === headers[i])
}

/**
 * Recognizes lines of dashes, which plain reports draw between their parts. A single dash in a cell can mean an empty
 * value.
 */
function isDivider(cells: string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return filled.every((cell) => /^[-–—_=*#~.+|]+$/.test(cell)) && filled.some((cell) => cell.length > 2)
}

const title = /^[-–—=*#~]{2,}.*\p{L}|^(section|category|region|quarter|stage|status|owner|group)\s*:|:$/iu

/** Recognizes 'Region: West' or '--- Won ---' alone in a row of a table with several columns. */
function isSectionTitle(cells: string[], columns: number): boolean {
  const [name, ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return columns > 2 && name !== undefined && others.length === 0 && title.test(name)
}

const total = /^((grand|sub|overall|report)[ -]?)?totals?\b.{0,40}$|^(sum|average|count)( of .{1,40})?:?$/i

/** Recognizes a row with 'Total' and otherwise only numbers. */
function isTotal(cells: string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [name = '', ...others] = filled
  return others.length > 0 && total.test(name) && others.every(isMoney)
}
