// The order of rows, one for every screen and every file.
import { foldCase } from './folded.ts'

type Value = string | number | null

/** A text by which rows are put in order, by code units; its numbers stand by their size. Reports have the same in SQL, `sortable`. */
export const parseRowOrder = (text: string): string =>
  foldCase(text)
    .replace(/[0-9]+/g, '000000000$&')
    .replace(/0*([0-9]{10,})/g, '$1')

/** The value that a row is sorted by; an empty text is none. */
export const sortValue = (value: Value): Value =>
  typeof value === 'string' ? (value === '' ? null : parseRowOrder(value)) : value

export const compared = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b))

/** Rows without a value come last, either way round; equal rows stay as they were. */
export function inOrderOf<R>(rows: readonly R[], of: (row: R) => Value, isDescending: boolean): R[] {
  const valued = rows.map((row) => ({ row, value: sortValue(of(row)) }))
  const known = valued.flatMap(({ row, value }) => (value === null ? [] : [{ row, value }]))
  known.sort((a, b) => (isDescending ? compared(b.value, a.value) : compared(a.value, b.value)))
  return [...known, ...valued.filter(({ value }) => value === null)].map(({ row }) => row)
}
