// Months and quarters of a forecast. Pure.
import { addMonths, formatMonth, quarterOf } from '#core/contract/dates.ts'
import { monthOfClose } from '#core/contract/stages.ts'

/** Source: the months that a year's review and the next budget need. */
export const MONTHS_BACK = 12
export const MONTHS_AHEAD = 18
/** Past quarters shown. */
export const QUARTERS_BACK = 8
/** A snapshot so many days after the first day of a month or quarter still stands for it, and says so. */
export const LATE_DAYS = 7

/** Returns all months of a forecast, oldest first. */
export const monthsAround = (today: string): string[] => {
  const first = addMonths(monthOfClose(today), -MONTHS_BACK)
  return Array.from({ length: MONTHS_BACK + 1 + MONTHS_AHEAD }, (_, i) => addMonths(first, i))
}

/** `first` is a month, `past` the month after the last one. Both compare with expected closes as texts. */
export type Period = { key: string; first: string; past: string }

export const monthPeriod = (month: string): Period => ({ key: month, first: month, past: addMonths(month, 1) })
export const quarterPeriod = (month: string): Period => {
  const first = quarterOf(month)
  return { key: formatQuarter(first), first, past: addMonths(first, 3) }
}

/** Formats '2027 Q2'. Its quarter can begin with any month of it. */
export const formatQuarter = (month: string): string => `${month.slice(0, 4)} Q${Math.ceil(Number(month.slice(5)) / 3)}`

/** Returns this quarter and the ones before, newest first. */
export const quartersBack = (today: string): Period[] =>
  Array.from({ length: QUARTERS_BACK + 1 }, (_, i) => quarterPeriod(addMonths(monthOfClose(today), -3 * i)))

/** Quarters of which the report tells what changed this week. */
export const comingQuarters = (today: string): { key: 'this' | 'next'; period: Period }[] => [
  { key: 'this', period: quarterPeriod(monthOfClose(today)) },
  { key: 'next', period: quarterPeriod(addMonths(monthOfClose(today), 3)) },
]

/** Rows of the forecast that are no months. */
export const otherRows = {
  earlier: 'Earlier',
  later: 'Later',
  no_date: 'No date',
  no_chance: 'No chance given',
} as const
export const isOtherRow = (key: string): key is keyof typeof otherRows => Object.hasOwn(otherRows, key)

export const nameOfRow = (key: string): string => (isOtherRow(key) ? otherRows[key] : formatMonth(key))
