// Months and quarters of a forecast. Pure.
import { addDays, addMonths, formatMonth, quarterOf } from '#core/contract/dates.ts'
import { monthOfClose } from '#core/contract/stages.ts'
import { formatQuarter } from './figuresContract.ts'

/** Source: the months that a year's review and the next budget need. */
export const MONTHS_BACK = 12
export const MONTHS_AHEAD = 18
/** Past quarters shown. */
export const QUARTERS_BACK = 8
const YEAR = 12
/** So many days after the first day of a quarter, a kept day still stands for it, and the report says which it is. */
export const LATE_DAYS = 7

/** Returns all months of a forecast, oldest first. */
export const monthsAround = (today: string): string[] => {
  const first = addMonths(monthOfClose(today), -MONTHS_BACK)
  return Array.from({ length: MONTHS_BACK + 1 + MONTHS_AHEAD }, (_, i) => addMonths(first, i))
}

/** Returns this month and those before, as far as the year before the first month of a forecast. */
export const monthsBack = (today: string): string[] =>
  Array.from({ length: MONTHS_BACK + YEAR + 1 }, (_, i) => addMonths(monthOfClose(today), -i))

/** `first` is a month, `past` the month after the last one. Both compare with expected closes as texts. */
export type Period = { key: string; first: string; past: string }

export const monthPeriod = (month: string): Period => ({ key: month, first: month, past: addMonths(month, 1) })
export const quarterPeriod = (month: string): Period => {
  const first = quarterOf(month)
  return { key: formatQuarter(first), first, past: addMonths(first, 3) }
}

/** Returns the months of a period, oldest first. */
export function monthsOf({ first, past }: Pick<Period, 'first' | 'past'>): string[] {
  const months: string[] = []
  for (let month = first; month < past; month = addMonths(month, 1)) months.push(month)
  return months
}

/** Returns the same month or quarter of the year before. */
export const yearBefore = ({ key, first }: Period): Period =>
  (key === first ? monthPeriod : quarterPeriod)(addMonths(first, -YEAR))

/** Formats 'Jun 2027' and '2027 Q2'. */
export const formatPeriod = ({ key, first }: Period): string => (key === first ? formatMonth(first) : key)

/** Returns this quarter and the ones before, newest first, as far as the year before the last one shown. */
export const quartersBack = (today: string): Period[] =>
  Array.from({ length: QUARTERS_BACK + YEAR / 3 + 1 }, (_, i) => quarterPeriod(addMonths(monthOfClose(today), -3 * i)))

/** Quarters of which the report tells what changed this week. */
export const comingQuarters = (today: string): { key: 'this' | 'next'; period: Period }[] => [
  { key: 'this', period: quarterPeriod(monthOfClose(today)) },
  { key: 'next', period: quarterPeriod(addMonths(monthOfClose(today), 3)) },
]

/** Returns the first of the `days`, oldest first, that is `from` or at most so many days later, or null. */
export function dayKept(days: readonly string[], from: string, late: number): string | null {
  const day = days.find((one) => one >= from)
  return day !== undefined && day <= addDays(from, late) ? day : null
}

/** Rows of the forecast that are no months. */
export const otherRows = {
  earlier: 'Earlier',
  later: 'Later',
  no_date: 'No date',
  no_chance: 'No chance given',
} as const
export const isOtherRow = (key: string): key is keyof typeof otherRows => Object.hasOwn(otherRows, key)

export const nameOfRow = (key: string): string => (isOtherRow(key) ? otherRows[key] : formatMonth(key))
