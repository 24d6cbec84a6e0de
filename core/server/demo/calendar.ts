// Business days and hours of a firm.
import { addDays, dayIn, daysBetween, instantOf, stampIn } from '#core/contract/dates.ts'
import type { Random } from './random.ts'

const OPENS = 8.5 * 60
const CLOSES = 18 * 60
/** Minute of the day from which today has activity, up to five minutes ago. */
const TODAY_FROM = 10 * 60

export type DemoCalendar = {
  today: string
  /** Last day with activity. */
  lastWorkday: string
  isWorkday: (day: string) => boolean
  /** Returns the given or next business day. */
  workdayFrom: (day: string) => string
  /** Returns the given or previous business day, never after `lastWorkday`. */
  workdayUpTo: (day: string) => string
  /** Returns an instant during business hours, never after `lastWorkday`. */
  during: (day: string, random: Random) => string
}

/** `now` is an ISO instant. */
export function demoCalendar(zone: string, now: string): DemoCalendar {
  const today = dayIn(zone, now)
  const minutesNow = minutesOf(stampIn(zone, now))
  const isToldToday = isWorkday(today) && minutesNow >= TODAY_FROM
  const lastWorkday = back(isToldToday ? today : addDays(today, -1))
  return {
    today,
    lastWorkday,
    isWorkday,
    workdayFrom: (day) => forth(day),
    workdayUpTo: (day) => (daysBetween(day, lastWorkday) < 0 ? lastWorkday : back(day)),
    during(day, random) {
      const closes = day === today ? Math.min(CLOSES, minutesNow - 5) : CLOSES
      const second = Math.floor((OPENS + random.next() * (closes - OPENS)) * 60)
      return instantOf(zone, `${day} ${clock(second)}`)
    },
  }
}

const minutesOf = (stamp: string) => Number(stamp.slice(11, 13)) * 60 + Number(stamp.slice(14, 16))
const clock = (second: number) => new Date(second * 1000).toISOString().slice(11, 19)

/** 1970-01-01 was a Thursday. */
function isWorkday(day: string): boolean {
  const weekday = (Date.parse(day) / 86_400_000 + 4) % 7
  return weekday !== 0 && weekday !== 6
}
const back = (day: string): string => (isWorkday(day) ? day : back(addDays(day, -1)))
const forth = (day: string): string => (isWorkday(day) ? day : forth(addDays(day, 1)))
