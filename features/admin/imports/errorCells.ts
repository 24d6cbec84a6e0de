// Cells that say that a spreadsheet could not work out their value. Pure.

/** Written in place of a formula whose value the file does not hold. */
export const FORMULA_WITHOUT_VALUE = '#FORMULA!'

const errors =
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA|EXTERNAL!|PYTHON!|TIMEOUT!|FORMULA!|ERROR!)$/i

/** Whether a cell holds an error instead of a value. It is never the same as an empty cell. */
export const isErrorCell = (cell: string): boolean => errors.test(cell.trim())
