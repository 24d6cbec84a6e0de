import { isEmail } from '#core/contract/fields.ts'
import { isMoney } from '../amounts.ts'
import { dateEvidence } from '../cells.ts'

export const filledColumns = (cells: string[]): number => cells.filter((cell) => cell.trim() !== '').length

/** A heading row has text in at least this share of the columns that a typical row fills. */
const MOST_OF_A_ROW = 0.6

/**
 * Returns the index of the heading row among the first rows with content: the first of them, unless it can only be a
 * title.
 */
export function headingAt(rows: string[][]): number {
  const filled = rows.map(filledColumns)
  const width = filled.toSorted((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0
  const full = filled.findIndex((count) => count >= Math.max(2, width * MOST_OF_A_ROW))
  const at = isMerged(rows[full], rows[full + 1]) ? full + 1 : full
  const found = rows[at]
  if (at <= 0 || !found?.every(isWords)) return 0
  const isTitled = filled.slice(0, at).every((count) => count === 1)
  const hasValuesBelow = rows
    .slice(at + 1)
    .some((cells) => cells.some((cell, i) => !isWords(cell) && (found[i] ?? '').trim() !== ''))
  return isTitled || hasValuesBelow ? at : 0
}

/** True if cells merged across leave gaps that the row below fills. */
function isMerged(cells: string[] = [], below: string[] = []): boolean {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  const gaps = cells.flatMap((cell, i) => (cell.trim() === '' && i < last ? [i] : []))
  return (
    gaps.length > 0 && filledColumns(below) > filledColumns(cells) && gaps.every((i) => (below[i] ?? '').trim() !== '')
  )
}

const isWords = (cell: string) =>
  !isMoney(cell) && dateEvidence(cell) === null && !(cell.includes('@') && isEmail(cell.trim()))

/**
 * Returns the headings without trailing empty ones. A heading merged with the cell above takes its text from there, and
 * equal names are distinguished by the text above them.
 */
export function headingsOf(cells: string[], above: string[] = []): string[] {
  let group = ''
  const groups = cells.map((_, i) => {
    group = above[i]?.trim() || group
    return group
  })
  const own = cells.map((cell, i) => cell.trim() || (above[i]?.trim() ?? ''))
  const isTwice = (name: string) => own.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1
  const names = own.map((name, i) =>
    name !== '' && filledColumns(above) > 1 && groups[i] !== '' && isTwice(name) ? `${groups[i]} ${name}` : name,
  )
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}
