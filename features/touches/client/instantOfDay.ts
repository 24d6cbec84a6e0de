import { dayIn, instantOf } from '#core/contract/dates.ts'

/** Now for today, noon for another day. */
export function instantOfDay(zone: string, day: string): string {
  const now = new Date()
  return day === dayIn(zone, now) ? now.toISOString() : instantOf(zone, `${day} 12:00:00`)
}
