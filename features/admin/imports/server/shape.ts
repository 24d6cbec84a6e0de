// Whether a row of a file has as many cells as its table, and none that is too long.
import { importLimits } from '../contract.ts'
import type { Options } from './store.ts'

/** Cells that a row has at least, and columns that it may have values in. */
export type Shape = { headings: number; columns: number }

export const shapeOf = ({ headings, columns }: Pick<Options, 'headings' | 'columns'>): Shape => ({
  headings: headings ?? columns.length,
  columns: columns.length,
})

/** Why a row is no row of this file, in a sentence; null when it is one. */
export function shapeProblem(cells: string[], { headings, columns }: Shape): string | null {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (used > columns) return `This row has ${used} cells; ${importLimits.columns} is the most.`
  if (cells.length < headings)
    return `This row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header has ${headings}.`
  const long = cells.findIndex((cell) => cell.length > importLimits.cell)
  return long < 0 ? null : `Cell ${long + 1} is longer than ${importLimits.cell.toLocaleString('en-US')} characters.`
}
