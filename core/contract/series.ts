// When something goes again and again: the firm's clocks say it, and say the same after a change to summer time. Pure.
import { addDays, instantOf } from './dates.ts'

/** As the API says them. Source: RULINGS, section 9. */
export const frequencies = { once: 1, weekly: 2, biWeekly: 3, monthly: 4, biMonthly: 5 } as const
export type Frequency = (typeof frequencies)[keyof typeof frequencies]

/** Of which run of how many it is spoken: the first one is number 0. */
export type Series = {
  /** Of the first run, on the firm's clocks: `YYYY-MM-DD HH:mm:ss`. */
  start: string
  frequency: Frequency
  zone: string
}

/**
 * The clocks' time of run `n`; null where there is none. Always reckoned from the first: what begins on the 31st is on the last day of a
 * shorter month, and on the 31st again after it.
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
 * The instant of run `n`. A time that the clocks show twice is the first of the two, so that nobody waits longer than was said; a time that
 * they jump over is as much later as they jump (2:30 becomes 3:30), so that no run falls out. Runs are counted, so neither is made twice.
 */
export function instantOfRun(series: Series, n: number): string | null {
  const stamp = stampOfRun(series, n)
  return stamp && instantOf(series.zone, stamp)
}

export type NextRun = { n: number; at: string }

/** The first run from number `from` on that is later than `after`: what a server slept through is not made up for one by one. */
export function nextRunAfter(series: Series, from: number, after: string): NextRun | null {
  for (let n = from; ; n++) {
    const at = instantOfRun(series, n)
    if (at === null) return null
    if (at > after) return { n, at }
  }
}
