/** Error code for a workbook that has to wait until the server has read others. */
export const OTHERS_FIRST = 'others_first'
