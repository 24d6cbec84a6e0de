// Reads amounts from the cells of a file, in US and European notation, and finds those in other currencies than the
// dollar. Pure, so that the server and the screen read them alike.
import { readAmount } from '#core/contract/money.ts'
import type { ImportColumn } from './contract.ts'
import { type AmountNotation, amountFields, type TargetMapping } from './mappingContract.ts'

const codes =
  'USD|EUR|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|JPY|CNY|INR|AUD|CAD|NZD|SGD|HKD|MXN|BRL|ZAR|ILS|AED'
const sign = String.raw`(?:US\$|[A-Z]{1,2}\$|\p{Sc}|(?:${codes})|SFr\.?|Fr\.?|kr\.?|zł|Kč|Ft|lei)`
const money = new RegExp(String.raw`^(${sign})?\s*(\d.*?)\s*(${sign})?$`, 'iu')
const grouped = /^\d{1,3}(?:([ '’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/
/** One separator followed by three digits: thousands in one notation, a fraction in the other. */
const unclear = /^(\d{1,3})([.,])(\d{3})$/
const byNotation: Record<AmountNotation, RegExp> = {
  point: /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2})0*)?$/,
  comma: /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2})0*)?$/,
}

/** Splits a cell into its digits with separators and its currency sign. Returns null if it isn't an amount. */
function partsOf(cell: string): { digits: string; currency: string } | null {
  const found = money.exec(cell.trim().replaceAll(/\s/g, ' '))
  if (!found) return null
  const [, before = '', written = '', after = ''] = found
  const plain = written.replace(/([.,])[-–—]+$/, '$10')
  const digits = grouped.test(plain) ? plain.replaceAll(/[ '’]/g, '') : plain
  return { digits, currency: before || after }
}

/**
 * Reads '$1,054', 'USD 1 054.00', '1.054,50 €', "1'054.50". The notation decides if a cell alone is ambiguous. Returns
 * null if it isn't an amount within the limit.
 */
export function readMoney(cell: string, notation: AmountNotation = 'point'): number | null {
  const digits = partsOf(cell)?.digits
  if (digits === undefined) return null
  const [, whole = '', mark = '', three = ''] = unclear.exec(digits) ?? []
  if (mark !== '') {
    const isThousands = (mark === ',') === (notation === 'point')
    if (isThousands) return readAmount(whole + three)
    return three.endsWith('0') ? readAmount(`${whole}.${three.slice(0, 2)}`) : null
  }
  const found = byNotation.point.exec(digits) ?? byNotation.comma.exec(digits)
  return found && readAmount(`${found[1]!.replaceAll(/[.,]/g, '')}.${found[2] ?? '0'}`)
}

/** True if the cell is an amount in either notation. */
export const isMoney = (cell: string) => readMoney(cell, 'point') !== null || readMoney(cell, 'comma') !== null

/** Returns the sign of a non-US-dollar currency, or ''. */
export function foreignCurrency(cell: string): string {
  const currency = partsOf(cell)?.currency ?? ''
  return /^(US\$|\$|USD)?$/i.test(currency) ? '' : currency
}

/**
 * Returns the evidence that an amount gives of its file's notation: it proves one, or can be read in both. Null if it
 * gives none.
 */
export function notationEvidence(cell: string): keyof ImportColumn['notations'] | null {
  const digits = partsOf(cell)?.digits
  if (digits === undefined || !isMoney(cell)) return null
  const mark = unclear.exec(digits)?.[2]
  if (mark === ',') return 'either_comma'
  if (mark === '.')
    // Dollars have no tenths of a cent, and people who write amounts in other currencies usually separate thousands
    // with points.
    return digits.endsWith('0') && foreignCurrency(cell) === '' ? 'either_point' : 'comma'
  if (/^\d+$/.test(digits)) return null
  return byNotation.point.test(digits) ? 'point' : 'comma'
}

/** Returns the notation that the columns prove together, or null if a person has to choose. */
export function notationOf(columns: Pick<ImportColumn, 'notations'>[]): AmountNotation | null {
  const sum = (kind: keyof ImportColumn['notations']) =>
    columns.reduce((total, one) => total + (one.notations?.[kind] ?? 0), 0)
  const [point, comma, eitherComma, eitherPoint] = [
    sum('point'),
    sum('comma'),
    sum('either_comma'),
    sum('either_point'),
  ]
  if (point > 0 && comma > 0) return eitherComma + eitherPoint > 0 ? null : 'point'
  if (comma > 0) return eitherComma > 0 ? null : 'comma'
  if (point > 0) return 'point'
  return eitherPoint > 0 ? null : 'point'
}

/** True for placeholders such as 'N/A', '-', and 'none'. A spreadsheet's error '#N/A' isn't one. */
export const isNoAmount = (cell: string): boolean =>
  /^(n\.?\/?a\.?|-+|[–—]+|none|nil|null|tbd|tbc|unknown|not (available|applicable))$/i.test(cell.trim())

/** True if the cell is an amount above the limit. False for one that fits and for text that isn't an amount. */
export const isTooLarge = (cell: string): boolean => {
  const digits = partsOf(cell)?.digits ?? ''
  return (
    readMoney(cell) === null &&
    (byNotation.point.test(digits) || byNotation.comma.test(digits)) &&
    digits.replaceAll(/\D/g, '').length > 8
  )
}

// — currencies —————————————————————————————————————————————————————————————————————————————————

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))
const dollars = /^(usd|us ?\$|\$|u\.?s\.? dollars?|dollars?)$/i

/** Returns the currency that a cell of a currency column names, or '' for dollars and empty cells. */
export const namedCurrency = (cell: string): string => (dollars.test(cell.trim()) ? '' : cell.trim())

const isName = (value: string) =>
  knownCurrencies.has(value.toUpperCase()) || dollars.test(value) || foreignCurrency(`1 ${value}`) !== ''

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
