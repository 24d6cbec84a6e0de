// Quiet hours and the daily bundle. Pure.
import { addDays, dayIn, instantOf, stampIn } from './dates.ts'
import type { Settings } from './session.ts'

/** Minutes since midnight in the firm's zone. */
export type QuietPeriod = { from: number; to: number }

/** Default quiet hours: 20:00 to 07:00. */
export const defaultQuiet: QuietPeriod = { from: 20 * 60, to: 7 * 60 }
export const quietNames = { from: 'quiet_from', to: 'quiet_to' } as const

export const quietOf = (settings: Settings): QuietPeriod => ({
  from: settings[quietNames.from] ?? defaultQuiet.from,
  to: settings[quietNames.to] ?? defaultQuiet.to,
})

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
export const clockIn = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export const instantAt = (zone: string, day: string, minutes: number) =>
  instantOf(zone, `${day} ${clockIn(minutes)}:00`)

/** Returns the instant, or the end of the quiet hours it is in. The end isn't quiet. */
export function afterQuiet(instant: string, zone: string, { from, to }: QuietPeriod): string {
  const stamp = stampIn(zone, instant)
  const [day, minute] = [stamp.slice(0, 10), minutesOf(stamp.slice(11))]
  if (from < to) return minute >= from && minute < to ? instantAt(zone, day, to) : instant
  if (from === to) return instant
  if (minute >= from) return instantAt(zone, addDays(day, 1), to)
  return minute < to ? instantAt(zone, day, to) : instant
}

/** Daily bundle, in minutes since midnight. */
export const BUNDLE_AT = 17 * 60

/** Never returns a time in quiet hours. */
export function nextBundle(instant: string, zone: string, quiet: QuietPeriod): string {
  const day = dayIn(zone, instant)
  const today = instantAt(zone, day, BUNDLE_AT)
  return afterQuiet(instant < today ? today : instantAt(zone, addDays(day, 1), BUNDLE_AT), zone, quiet)
}
