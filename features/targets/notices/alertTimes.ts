// When the week and the day are told, by the firm's clock. Pure.
import { dayIn, mondayOf, weekdayOf } from '#core/contract/dates.ts'
import { instantAt } from '#core/contract/quietHours.ts'

/** Monday 07:00: the week; weekdays 08:00: the day. Source: RULINGS, section 5. */
const alertTimes = { weekly_alerts: 7 * 60, daily_nudges: 8 * 60 } as const
export type Alert = keyof typeof alertTimes

/** The alerts whose time has come on the firm's today, with the instant of each: what was missed is caught up the same day. */
export function alertsDue(zone: string, now: string): { kind: Alert; day: string; since: string }[] {
  const day = dayIn(zone, now)
  if (['Saturday', 'Sunday'].includes(weekdayOf(day))) return []
  return (Object.keys(alertTimes) as Alert[])
    .filter((kind) => kind === 'daily_nudges' || mondayOf(day) === day)
    .map((kind) => ({ kind, day, since: instantAt(zone, day, alertTimes[kind]) }))
    .filter(({ since }) => since <= now)
}
