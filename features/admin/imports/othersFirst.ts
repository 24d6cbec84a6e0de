/** The code of the answer to a workbook that has to wait for others. */
export const OTHERS_FIRST = 'others_first'
