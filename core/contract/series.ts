// Recurring times in the firm's zone, unaffected by daylight saving time. Pure.
import { addDays, instantOf } from './dates.ts'

/** API values. Source: RULINGS, section 9. */
export const frequencies = { once: 1, weekly: 2, biWeekly: 3, monthly: 4, biMonthly: 5 } as const
export type Frequency = (typeof frequencies)[keyof typeof frequencies]

/** The first run is number 0. */
export type Series = {
  /** First run, `YYYY-MM-DD HH:mm:ss` in the firm's zone. */
  start: string
  frequency: Frequency
  zone: string
}

/**
 * Returns null if there is no run `n`. Always counts from the first, so that the 31st returns after a shorter month.
 */
export function stampOfRun({ start, frequency }: Pick<Series, 'start' | 'frequency'>, n: number): string | null {
  const day = start.slice(0, 10)
  const time = start.slice(10)
  switch (frequency) {
    case frequencies.once:
      return n === 0 ? start : null
    case frequencies.weekly:
      return addDays(day, 7 * n) + time
    case frequencies.biWeekly:
      return addDays(day, 14 * n) + time
    case frequencies.monthly:
      return addMonths(day, n) + time
    case frequencies.biMonthly:
      return addMonths(day, 2 * n) + time
  }
}

function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

/**
 * A repeated time uses the first, so that no one waits longer than announced. A skipped one moves by the gap (2:30
 * becomes 3:30), so that no run is lost. Run numbers prevent duplicates.
 */
export function instantOfRun(series: Series, n: number): string | null {
  const stamp = stampOfRun(series, n)
  return stamp && instantOf(series.zone, stamp)
}

export type NextRun = { n: number; at: string }

/** Returns the first run from number `from` on after `after`. Runs missed during downtime are skipped. */
export function nextRunAfter(series: Series, from: number, after: string): NextRun | null {
  for (let n = from; ; n++) {
    const at = instantOfRun(series, n)
    if (at === null) return null
    if (at > after) return { n, at }
  }
}
