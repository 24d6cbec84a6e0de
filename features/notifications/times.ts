// When something may leave: quiet hours, the day's bundle, and the alerts that are due by the firm's clock. Pure.
import { addDays, dayIn, instantOf, mondayOf, stampIn, weekdayOf } from '#core/contract/dates.ts'
import type { Settings } from '#core/contract/session.ts'

/** Minutes since midnight on the firm's clocks. */
export type Quiet = { from: number; to: number }

/** Where a person chose nothing: 20:00 to 07:00. */
export const defaultQuiet: Quiet = { from: 20 * 60, to: 7 * 60 }
export const quietNames = { from: 'quiet_from', to: 'quiet_to' } as const

export const quietOf = (settings: Settings): Quiet => ({
  from: settings[quietNames.from] ?? defaultQuiet.from,
  to: settings[quietNames.to] ?? defaultQuiet.to,
})

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const at = (zone: string, day: string, minutes: number) => instantOf(zone, `${day} ${clockOf(minutes)}:00`)

/** The instant itself outside of quiet hours, otherwise the end of those. The end belongs to the day. */
export function afterQuiet(instant: string, zone: string, { from, to }: Quiet): string {
  const stamp = stampIn(zone, instant)
  const [day, minute] = [stamp.slice(0, 10), minutesOf(stamp.slice(11))]
  if (from < to) return minute >= from && minute < to ? at(zone, day, to) : instant
  if (from === to) return instant
  if (minute >= from) return at(zone, addDays(day, 1), to)
  return minute < to ? at(zone, day, to) : instant
}

/** When a day's updates leave together. */
export const BUNDLE_AT = 17 * 60

/** The next bundle after an instant, never inside of quiet hours. */
export function nextBundle(instant: string, zone: string, quiet: Quiet): string {
  const day = dayIn(zone, instant)
  const today = at(zone, day, BUNDLE_AT)
  return afterQuiet(instant < today ? today : at(zone, addDays(day, 1), BUNDLE_AT), zone, quiet)
}

/** Monday 07:00: the week; weekdays 08:00: the day. Source: RULINGS, section 5. */
const alertTimes = { weekly_alerts: 7 * 60, daily_nudges: 8 * 60 } as const
export type Alert = keyof typeof alertTimes
export const alerts = Object.keys(alertTimes) as Alert[]

/** The alerts whose time has come on the firm's today, with the instant of each: what was missed is caught up the same day. */
export function alertsDue(zone: string, now: string): { kind: Alert; day: string; since: string }[] {
  const day = dayIn(zone, now)
  if (['Saturday', 'Sunday'].includes(weekdayOf(day))) return []
  return alerts
    .filter((kind) => kind === 'daily_nudges' || mondayOf(day) === day)
    .map((kind) => ({ kind, day, since: at(zone, day, alertTimes[kind]) }))
    .filter(({ since }) => since <= now)
}
