// Computes the next run of a scheduled report and validates a schedule. Pure.
import { addDays, dayIn, mondayOf } from '#core/contract/dates.ts'
import { frequencies, nextRunAfter, type Series } from '#core/contract/series.ts'
import type { AnyViewerReport } from '#core/contract/viewerReport.ts'
import type { ScheduleInput } from './contract.ts'

export type When = Pick<ScheduleInput, 'weekday' | 'day' | 'hour'>

const two = (n: number) => String(n).padStart(2, '0')

/** Starts from this week, or from January, which has every day of a month. That way no earlier run has to be stored. */
function seriesOf({ weekday, day, hour }: When, zone: string, now: string): Series {
  const today = dayIn(zone, now)
  const time = ` ${two(hour)}:00:00`
  return weekday === null
    ? { zone, frequency: frequencies.monthly, start: `${today.slice(0, 4)}-01-${two(day ?? 1)}${time}` }
    : { zone, frequency: frequencies.weekly, start: addDays(mondayOf(today), weekday - 1) + time }
}

/** Returns the first run after `now` in `zone`, as an instant. */
export const nextMailAt = (when: When, zone: string, now: string): string =>
  nextRunAfter(seriesOf(when, zone, now), 0, now)!.at

/** Returns error messages by field; none if it is valid. */
export function validateSchedule(
  { weekday, day, days }: ScheduleInput,
  { isDated }: Pick<AnyViewerReport, 'isDated'>,
): Record<string, string> {
  return {
    ...(weekday === null && day === null && { weekday: 'Choose a day of the week or of the month.' }),
    ...(weekday !== null && day !== null && { day: 'Choose a day of the week or of the month, not both.' }),
    ...(isDated && days === null && { days: 'Choose a date range.' }),
    ...(!isDated && days !== null && { days: 'This report shows current data and has no date range.' }),
  }
}
