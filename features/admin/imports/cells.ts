// Reads dates from the cells of a file, recognizes cells in which a spreadsheet couldn't compute a value, and normalizes
// the values that are mapped. Pure, so that the server and the
// screen read them alike. For amounts, see amounts.ts.
import { instantOf } from '#core/contract/dates.ts'
import type { DateOrder } from './mappingContract.ts'

/** Normalizes a value so that case, spaces, and composed accents don't matter. */
export const valueKey = (cell: string): string => cell.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

// — dates ——————————————————————————————————————————————————————————————————————————————————————

export type ReadDate = { day: string; instant: string | null }

const clock = String.raw`(?:,?[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(am|pm)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${clock}$`, 'i')
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${clock}$`, 'i')
const monthFirst = new RegExp(String.raw`^([a-z]{3,9})\.?[ /-](\d{1,2})(?:,? |,|[/-])['’]?(\d{4}|\d{2})${clock}$`, 'i')
const dayFirst = new RegExp(
  String.raw`^(\d{1,2})([ /.-]|(?=[a-z]))([a-z]{3,9})\.?,?(?:[ /.-]|(?<=[a-z])(?=\d))['’]?(\d{4}|\d{2})${clock}$`,
  'i',
)

/**
 * Returns the day that a cell names, and the instant if it names a time and a zone. Returns null if it isn't a date, or
 * isn't one in this order.
 */
export function readDate(cell: string, order: DateOrder): ReadDate | null {
  const text = cell.trim()
  const parts = partsOf(text, order)
  if (!parts) return null
  const { year, month, day, time } = parts
  const written = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (!isDay(year, month, day)) return null
  const [hour, minute, second, half, zone] = time
  if (hour === undefined) return { day: written, instant: null }
  const hours = (Number(hour) % (half ? 12 : 24)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  if (!zone) return { day: written, instant: null }
  const offset = /^(z|utc)$/i.test(zone) ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const instant = new Date(`${written}T${String(hours).padStart(2, '0')}:${minute}:${second ?? '00'}${offset}`)
  return Number.isNaN(instant.getTime()) ? null : { day: written, instant: instant.toISOString() }
}

function partsOf(text: string, order: DateOrder) {
  let found = yearFirst.exec(text)
  if (found) return { year: Number(found[1]), month: Number(found[3]), day: Number(found[4]), time: found.slice(5) }
  found = yearLast.exec(text)
  if (found) {
    const [first, last] = [Number(found[1]), Number(found[3])]
    return {
      year: yearOf(found[4]!),
      month: order === 'mdy' ? first : last,
      day: order === 'mdy' ? last : first,
      time: found.slice(5),
    }
  }
  found = monthFirst.exec(text)
  if (found) return { year: yearOf(found[3]!), month: monthOf(found[1]!), day: Number(found[2]), time: found.slice(4) }
  found = dayFirst.exec(text)
  return found
    ? { year: yearOf(found[4]!), month: monthOf(found[3]!), day: Number(found[1]), time: found.slice(5) }
    : null
}

/** Reads two-digit years as spreadsheets do: 69 is 2069, 70 is 1970. */
const yearOf = (written: string) => Number(written) + (written.length > 2 ? 0 : Number(written) > 69 ? 1900 : 2000)
const names = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|')
const monthOf = (name: string) => {
  const word = name.toLowerCase()
  return word === 'sept' ? 9 : names.findIndex((month) => month === word || month.slice(0, 3) === word) + 1
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const months = [
  { written: /^(\d{4})[-/.](\d{1,2})$/, year: 1, month: 2 },
  { written: /^(\d{1,2})[-/.](\d{4})$/, year: 2, month: 1 },
  { written: /^([a-z]{3,9})\.?,?[ /-](\d{4})$/i, year: 2, month: 1 },
]
/** Reads '2027-06', '6/2027', 'Jun 2027', and 'June 2027' as '2027-06'. Returns null for anything else, also for days. */
export function readMonth(cell: string): string | null {
  // Files have millions of cells, and few can be months.
  if (cell.length > 20 || !/\d{4}/.test(cell)) return null
  for (const { written, year, month } of months) {
    const found = written.exec(cell.trim())
    if (!found) continue
    const number = /^\d/.test(found[month]!) ? Number(found[month]) : monthOf(found[month]!)
    return isDay(Number(found[year]), number, 1) ? `${found[year]}-${String(number).padStart(2, '0')}` : null
  }
  return null
}

/** Returns the order that a cell proves, 'either' if it fits both orders, or null if it isn't a date. */
export function dateEvidence(cell: string): 'iso' | DateOrder | 'either' | null {
  if (cell.length > 40 || !/\d/.test(cell)) return null
  const [mdy, dmy] = [readDate(cell, 'mdy'), readDate(cell, 'dmy')]
  if (!mdy && !dmy) return null
  if (!mdy) return 'dmy'
  if (!dmy) return 'mdy'
  return mdy.day !== dmy.day ? 'either' : yearLast.test(cell.trim()) ? 'either' : 'iso'
}

/** Returns noon for a date without a time, which is the same day in every zone that a firm's people work in. */
export const middayOf = (zone: string, day: string): string => instantOf(zone, `${day} 12:00:00`)

// — errors —————————————————————————————————————————————————————————————————————————————————————

/** Replaces a formula whose value the file doesn't contain. */
export const FORMULA_WITHOUT_VALUE = '#FORMULA!'

const errors =
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA|EXTERNAL!|PYTHON!|TIMEOUT!|FORMULA!|ERROR!)$/i

/** True if a cell holds an error instead of a value. An error never counts as an empty cell. */
export const isErrorCell = (cell: string): boolean => errors.test(cell.trim())
