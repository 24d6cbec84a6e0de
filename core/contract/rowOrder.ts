// Row order of all screens and files.
import { foldCase } from './foldCase.ts'

type Value = string | number | null

/** Returns a key to compare by code units, with numbers in numeric order. Must match `sortable` in SQL. */
export const parseRowOrder = (text: string): string =>
  foldCase(text)
    .replace(/[0-9]+/g, '000000000$&')
    .replace(/0*([0-9]{10,})/g, '$1')

/** An empty text counts as missing. */
export const sortValue = (value: Value): Value =>
  typeof value === 'string' ? (value === '' ? null : parseRowOrder(value)) : value

export const compared = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b))

/** Missing values come last in both directions. Equal rows keep their order. */
export function inOrderOf<R>(rows: readonly R[], of: (row: R) => Value, isDescending: boolean): R[] {
  const valued = rows.map((row) => ({ row, value: sortValue(of(row)) }))
  const known = valued.flatMap(({ row, value }) => (value === null ? [] : [{ row, value }]))
  known.sort((a, b) => (isDescending ? compared(b.value, a.value) : compared(a.value, b.value)))
  return [...known, ...valued.filter(({ value }) => value === null)].map(({ row }) => row)
}
