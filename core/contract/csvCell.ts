/** Spreadsheets skip blanks, marks, and invisible characters before a formula. */
const unseen = /[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u
const begins = '=+-@\u2212'

/** Returns true for text that a spreadsheet might run, including '＝1+1' and formulas behind invisible blanks. */
function isFormula(text: string): boolean {
  const first = unseen.exec(text)?.[0].normalize('NFKC')[0]
  return /^[\t\r\n]/.test(text) || (first !== undefined && begins.includes(first))
}

/** Escapes a CSV cell: an apostrophe disables a formula, quotes protect separators. */
export function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Removes only the apostrophe that `csvCell` added. */
export const plainCell = (cell: string): string => (/^'/.test(cell) && isFormula(cell.slice(1)) ? cell.slice(1) : cell)

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
