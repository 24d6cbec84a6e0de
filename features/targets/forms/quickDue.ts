// Parses days in a line: 'Tue', 'next Friday', 'in 3 days', '12/4', 'Dec 4', '2026-12-04'. Pure.
import { addDays, daysBetween, mondayOf } from '#core/contract/dates.ts'

/** Number of words that name the day, and the day. */
export type QuickDue = { length: number; day: string }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const weekdayShort: Record<string, number> = { tues: 1, weds: 2, thur: 3, thurs: 3 }
const numbers: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }

/** `isAlone`: all other words are known, so that 'sat' can only be a day. */
export function dueIn(words: readonly string[], i: number, today: string, isAlone: boolean): QuickDue | null {
  const marked = /^(by|on|due)$/i.test(words[i]!)
  const from = marked ? i + 1 : i
  if (from >= words.length) return null
  const plain = (at: number) => (words[at] ?? '').replace(/[,;.!]+$/, '')
  const isSure = isAlone || marked || from === words.length - 1
  const found =
    relative(plain(from), plain(from + 1), plain(from + 2), today) ??
    named(plain(from), isSure, today) ??
    dated(plain(from), plain(from + 1), plain(from + 2), today)
  return found && { length: found.length + (marked ? 1 : 0), day: found.day }
}

function relative(first: string, second: string, third: string, today: string): QuickDue | null {
  const [a, b, c] = [first.toLowerCase(), second.toLowerCase(), third.toLowerCase()]
  if (a === 'today') return { length: 1, day: today }
  if (a === 'tomorrow' || a === 'tmrw') return { length: 1, day: addDays(today, 1) }
  if (a === 'next' && b === 'week') return { length: 2, day: addDays(today, 7) }
  if (a === 'next' && b === 'month') return { length: 2, day: addMonths(today, 1) }
  if (a === 'next' || a === 'this') {
    const weekday = weekdayNamed(b)
    if (weekday === null) return null
    const coming = addDays(mondayOf(today), weekday)
    const day = a === 'next' ? addDays(coming, 7) : coming < today ? addDays(coming, 7) : coming
    return { length: 2, day }
  }
  if (a !== 'in') return null
  const count = /^\d{1,3}$/.test(b) ? Number(b) : Object.hasOwn(numbers, b) ? numbers[b] : undefined
  const unit = /^(day|week|month)s?$/.exec(c)?.[1]
  if (count === undefined || !unit) return null
  if (unit === 'month') return { length: 3, day: addMonths(today, count) }
  return { length: 3, day: addDays(today, unit === 'week' ? count * 7 : count) }
}

/**
 * The next one after today. Short forms can be other words ('sat', 'sun'), so they need a capital letter or an
 * unambiguous position.
 */
function named(word: string, isSure: boolean, today: string): QuickDue | null {
  const weekday = weekdayNamed(word.toLowerCase())
  if (weekday === null) return null
  if (word.length < 5 && !isSure && !/^[A-Z]/.test(word)) return null
  const day = addDays(mondayOf(today), weekday)
  return { length: 1, day: day > today ? day : addDays(day, 7) }
}

function weekdayNamed(word: string): number | null {
  const index = weekdays.findIndex((name) => name === word || (word.length === 3 && name.startsWith(word)))
  return index >= 0 ? index : Object.hasOwn(weekdayShort, word) ? weekdayShort[word]! : null
}

function dated(first: string, second: string, third: string, today: string): QuickDue | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(first)
  if (iso) return single(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]), today))
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(first)
  if (slashed) return single(dayOf(yearOf(slashed[3]), Number(slashed[1]), Number(slashed[2]), today))
  const [month, date] = isMonth(first) ? [first, second] : [second, first]
  const number = /^(\d{1,2})(st|nd|rd|th)?$/i.exec(date)?.[1]
  if (!isMonth(month) || number === undefined) return null
  const at = monthNamed(month) + 1
  const year = /^\d{4}$/.test(third) ? dayOf(Number(third), at, Number(number), today) : null
  if (year) return { length: 3, day: year }
  const day = dayOf(undefined, at, Number(number), today)
  return day === null ? null : { length: 2, day }
}

const single = (day: string | null): QuickDue | null => (day === null ? null : { length: 1, day })
const monthNamed = (word: string) => months.findIndex((name) => name.startsWith(word.toLowerCase()))
const isMonth = (word: string) => {
  const plain = word.toLowerCase()
  return months.some((name) => name === plain || name.slice(0, 3) === plain) || plain === 'sept'
}
const yearOf = (digits: string | undefined) =>
  digits ? Number(digits.length === 2 ? `20${digits}` : digits) : undefined

/** This year or next if no year is given. Null for an invalid or past day. */
function dayOf(year: number | undefined, month: number, date: number, today: string): string | null {
  const thisYear = Number(today.slice(0, 4))
  const years = year === undefined ? [thisYear, thisYear + 1] : [year]
  return (
    years.map((one) => realDay(one, month, date)).find((day) => day !== null && daysBetween(today, day) >= 0) ?? null
  )
}

function realDay(year: number, month: number, date: number): string | null {
  const day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}

/** Returns the same date that many months later, or the month's last day if it is shorter. */
function addMonths(day: string, count: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const month = first.toISOString().slice(0, 7)
  for (let date = Number(day.slice(8)); ; date--) {
    const found = realDay(Number(month.slice(0, 4)), Number(month.slice(5)), date)
    if (found) return found
  }
}
