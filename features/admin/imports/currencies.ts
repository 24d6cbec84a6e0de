// Finds amounts in currencies other than the dollar. Pure, so that the screen and the server agree.
import { foreignCurrency } from './amounts.ts'
import { amountFields, type ImportColumn, type TargetMapping } from './contract.ts'

const known = new Set(Intl.supportedValuesOf('currency'))
const dollars = /^(usd|us ?\$|\$|u\.?s\.? dollars?|dollars?)$/i

/** Returns the currency that a cell of a currency column names, or '' for dollars and empty cells. */
export const namedCurrency = (cell: string): string => (dollars.test(cell.trim()) ? '' : cell.trim())

const isName = (value: string) =>
  known.has(value.toUpperCase()) || dollars.test(value) || foreignCurrency(`1 ${value}`) !== ''

/** Returns the positions of the columns that name the currency of each row. */
export const currencyColumns = (columns: ImportColumn[]): number[] =>
  columns.flatMap(({ header, values, filled, amounts }, i) =>
    filled > 0 &&
    amounts === 0 &&
    values !== null &&
    (values.every(({ value }) => isName(value)) ||
      (/\bcurrency\b|currencyisocode/i.test(header) && values.some(({ value }) => isName(value))))
      ? [i]
      : [],
  )

/** Returns the currency named in a heading such as 'Amount (EUR)' or 'Value in £'. */
export function headingCurrency(header: string): string {
  const word = /(?:[([]|\bin |[ _-])\s*([A-Z]{3}|\p{Sc})\s*[)\]]?$/u.exec(header.trim())?.[1] ?? ''
  return word !== '' && isName(word) ? namedCurrency(word) : ''
}

/** Returns the other currencies of the mapped amounts, and the columns that name them. */
export function otherCurrencies(
  mapping: Pick<TargetMapping, 'columns'>,
  columns: ImportColumn[],
): { currencies: string[]; named: string[] } {
  const amounts = columns.filter((_, i) => amountFields.includes(mapping.columns[i]!))
  if (amounts.length === 0) return { currencies: [], named: [] }
  const beside = currencyColumns(columns).map((i) => columns[i]!)
  const ofRows = beside.flatMap(({ values }) => (values ?? []).map(({ value }) => namedCurrency(value)))
  const own = amounts.flatMap(({ currencies, header }) => [...(currencies ?? []), headingCurrency(header)])
  const currencies = [...new Set([...own, ...ofRows])].filter((currency) => currency !== '')
  return { currencies, named: currencies.length === 0 ? [] : beside.map(({ header }) => header) }
}
