// Which days a range of a report holds. Pure.
import { addDays, mondayOf } from '#core/contract/dates.ts'
import type { Range } from './contract.ts'

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
