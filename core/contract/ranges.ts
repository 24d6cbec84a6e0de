// The ranges of days that reports are about, and which days each holds. Pure.
import { z } from 'zod'
import { addDays, mondayOf } from './dates.ts'

export const Range = z.enum(['last_week', 'last_month', 'last_quarter', 'last_7_days', 'last_30_days', 'last_90_days'])
export type Range = z.infer<typeof Range>
/** Source of labels and default: the specification, section 2 'Controls dialog'. */
export const rangeLabels: Record<Range, string> = {
  last_week: 'Last Week',
  last_month: 'Last Month',
  last_quarter: 'Last Quarter',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  last_90_days: 'Last 90 Days',
}
export const DEFAULT_RANGE: Range = 'last_30_days'

/** First and last day, both included. Weeks begin on Monday; today is the last of 'Last N Days'. */
export function daysOf(range: Range, today: string): { start: string; end: string } {
  switch (range) {
    case 'last_week':
      return { start: addDays(mondayOf(today), -7), end: addDays(mondayOf(today), -1) }
    case 'last_month':
      return before(monthStart(today, 0), 1)
    case 'last_quarter':
      return before(monthStart(today, (Number(today.slice(5, 7)) - 1) % 3), 3)
    case 'last_7_days':
      return { start: addDays(today, -6), end: today }
    case 'last_30_days':
      return { start: addDays(today, -29), end: today }
    case 'last_90_days':
      return { start: addDays(today, -89), end: today }
  }
}

/** The first of the month that is `back` months before that of `day`. */
function monthStart(day: string, back: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

const before = (next: string, months: number) => ({ start: monthStart(next, months), end: addDays(next, -1) })
