// Times of the weekly and daily alerts in the firm's zone. Pure.
import { dayIn, mondayOf, weekdayOf } from '#core/contract/dates.ts'
import { instantAt } from '#core/contract/quietHours.ts'

/** Weekly on Monday at 07:00, daily on weekdays at 08:00. Source: RULINGS, section 5. */
const alertTimes = { weekly_alerts: 7 * 60, daily_nudges: 8 * 60 } as const
export type Alert = keyof typeof alertTimes

/** Includes alerts missed earlier the same day, with the instant of each. */
export function alertsDue(zone: string, now: string): { kind: Alert; day: string; since: string }[] {
  const day = dayIn(zone, now)
  if (['Saturday', 'Sunday'].includes(weekdayOf(day))) return []
  return (Object.keys(alertTimes) as Alert[])
    .filter((kind) => kind === 'daily_nudges' || mondayOf(day) === day)
    .map((kind) => ({ kind, day, since: instantAt(zone, day, alertTimes[kind]) }))
    .filter(({ since }) => since <= now)
}
