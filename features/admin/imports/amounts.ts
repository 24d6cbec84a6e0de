// What a cell of a file says of an amount, in the notations of either side of the ocean. Pure: server and screen read alike.
import { readAmount } from '#core/contract/money.ts'
import type { AmountNotation, ImportColumn } from './contract.ts'

const codes =
  'USD|EUR|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|JPY|CNY|INR|AUD|CAD|NZD|SGD|HKD|MXN|BRL|ZAR|ILS|AED'
const sign = String.raw`(?:US\$|[A-Z]{1,2}\$|\p{Sc}|(?:${codes})|SFr\.?|Fr\.?|kr\.?|zł|Kč|Ft|lei)`
const money = new RegExp(String.raw`^(${sign})?\s*(\d.*?)\s*(${sign})?$`, 'iu')
const grouped = /^\d{1,3}(?:([ '’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/
/** One sign and three digits after it: thousands in one notation, a part of a dollar in the other. */
const unclear = /^(\d{1,3})([.,])(\d{3})$/
const byNotation: Record<AmountNotation, RegExp> = {
  point: /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2})0*)?$/,
  comma: /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2})0*)?$/,
}

/** The digits with their points and commas, and the sign of the currency; null when it is no amount at all. */
function partsOf(cell: string): { digits: string; currency: string } | null {
  const found = money.exec(cell.trim().replaceAll(/\s/g, ' '))
  if (!found) return null
  const [, before = '', written = '', after = ''] = found
  const plain = written.replace(/([.,])[-–—]+$/, '$10')
  const digits = grouped.test(plain) ? plain.replaceAll(/[ '’]/g, '') : plain
  return { digits, currency: before || after }
}

/** '$1,054', 'USD 1 054.00', '1.054,50 €', "1'054.50"; the notation decides where a cell alone does not. Null when it is not an amount that fits. */
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

/** Whether it is an amount in one notation or the other. */
export const isMoney = (cell: string) => readMoney(cell, 'point') !== null || readMoney(cell, 'comma') !== null

/** The sign of a currency that is not the dollar of the United States; '' where there is none. */
export function foreignCurrency(cell: string): string {
  const currency = partsOf(cell)?.currency ?? ''
  return /^(US\$|\$|USD)?$/i.test(currency) ? '' : currency
}

/** What an amount says of its file's notation: it proves one, or can be read in both. Null when it says nothing. */
export function notationEvidence(cell: string): keyof ImportColumn['notations'] | null {
  const digits = partsOf(cell)?.digits
  if (digits === undefined || !isMoney(cell)) return null
  const mark = unclear.exec(digits)?.[2]
  if (mark === ',') return 'either_comma'
  if (mark === '.')
    // Dollars have no tenths of a cent, and amounts of other currencies are written by people who divide thousands by points.
    return digits.endsWith('0') && foreignCurrency(cell) === '' ? 'either_point' : 'comma'
  if (/^\d+$/.test(digits)) return null
  return byNotation.point.test(digits) ? 'point' : 'comma'
}

/** What the columns prove together; null when a person has to say. */
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

/** What is written where there is no amount: 'N/A', '-', 'none'. A spreadsheet's error '#N/A' is none of them. */
export const isNoAmount = (cell: string): boolean =>
  /^(n\.?\/?a\.?|-+|[–—]+|none|nil|null|tbd|tbc|unknown|not (available|applicable))$/i.test(cell.trim())

/** The number of an amount that is too large to be kept; false for one that fits and for what is no amount. */
export const isTooLarge = (cell: string): boolean => {
  const digits = partsOf(cell)?.digits ?? ''
  return (
    readMoney(cell) === null &&
    (byNotation.point.test(digits) || byNotation.comma.test(digits)) &&
    digits.replaceAll(/\D/g, '').length > 8
  )
}
