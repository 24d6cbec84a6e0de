/** What a spreadsheet passes over before it looks for a formula: blanks, marks, and what nobody sees. */
const unseen = /[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u
const begins = '=+-@\u2212'

/** True for text that some spreadsheet runs: '=1+1', also as '＝1+1' or behind blanks that nobody sees. */
function isFormula(text: string): boolean {
  const first = unseen.exec(text)?.[0].normalize('NFKC')[0]
  return /^[\t\r\n]/.test(text) || (first !== undefined && begins.includes(first))
}

/** Text as a cell of a CSV file: what a spreadsheet would run is made text by an apostrophe, what separates cells is quoted. */
export function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text that `csvCell` made safe: its apostrophe is taken away once, and no other. */
export const plainCell = (cell: string): string => (/^'/.test(cell) && isFormula(cell.slice(1)) ? cell.slice(1) : cell)

/** Cells as one line of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
