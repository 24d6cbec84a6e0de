// Recognizes cells in which a spreadsheet couldn't compute a value. Pure.

/** Replaces a formula whose value the file doesn't contain. */
export const FORMULA_WITHOUT_VALUE = '#FORMULA!'

const errors =
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA|EXTERNAL!|PYTHON!|TIMEOUT!|FORMULA!|ERROR!)$/i

/** True if a cell holds an error instead of a value. An error never counts as an empty cell. */
export const isErrorCell = (cell: string): boolean => errors.test(cell.trim())
