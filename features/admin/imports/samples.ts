// Builders for tests.
import type { ImportColumn } from './contract.ts'

/** Returns a column of two equal cells. Pass only the values that matter. */
export const aColumn = (header: string, given: Partial<ImportColumn> = {}): ImportColumn => ({
  header,
  unnamed: false,
  filled: 2,
  first_row: 2,
  samples: [],
  values: [{ value: 'x', count: 2 }],
  amounts: 0,
  notations: { point: 0, comma: 0, either_comma: 0, either_point: 0 },
  currencies: [],
  emails: 0,
  dates: { iso: 0, mdy: 0, dmy: 0, either: 0 },
  ...given,
})
