// Reads the cells of a row by the fields of its mapping. A cell that can't be read stops its row with a reason.
import { isErrorCell, valueKey } from '../cells.ts'
import { type Shape, shapeProblem } from './shape.ts'

class RowRefused extends Error {}
/** Stops reading a row. Only `orReason` catches it. */
export const refuseRow = (reason: string): never => {
  throw new RowRefused(reason)
}

export function orReason<R>(read: () => R): R | { reason: string } {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof RowRefused) return { reason: thrown.message }
    throw thrown
  }
}

/** Returns the trimmed cell of a field, or '' if no column has that field. */
export type Cell<F extends string> = (field: F) => string

/** Returns a reader of rows, which rejects those that don't belong to the table or hold an error. */
export function cellReader<F extends string>(
  places: Map<F, number>,
  shape: Shape,
  errorReason: (field: F, error: string) => string,
): (cells: string[]) => Cell<F> {
  return (cells) => {
    const problem = shapeProblem(cells, shape)
    if (problem) refuseRow(problem)
    const cell: Cell<F> = (field) => cells[places.get(field) ?? -1]?.trim() ?? ''
    for (const field of places.keys()) if (isErrorCell(cell(field))) refuseRow(errorReason(field, cell(field)))
    return cell
  }
}

/** Characters of an ID in the other system. */
export const LONGEST_ID = 200

export const fieldPlaces = <F extends string>(columns: (F | null)[]): Map<F, number> =>
  new Map(columns.flatMap((field, i) => (field ? [[field, i] as const] : [])))

/** Returns what a person chose for a value, or rejects its row. */
export function chosenFor<T extends string>(
  name: string,
  written: string,
  meant: Record<string, T | 'refuse'>,
  unmatched = `The ${name} “${shortened(written)}” isn’t matched.`,
): T {
  const chosen = meant[valueKey(written)]
  if (chosen === undefined) return refuseRow(unmatched)
  return chosen === 'refuse' ? refuseRow(`Rows with the ${name} “${shortened(written)}” are skipped.`) : chosen
}

export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
