// When a person can be reminded of a step: a time of today or of tomorrow, or any other, on the firm's clocks.
import { addDays, dayIn, formatDay, formatShortDay, instantOf, stampIn } from '#core/contract/dates.ts'
import { formatClock } from '#core/contract/times.ts'

export type RemindChoice = { label: string; at: string }

/** The hours that are offered: later today while the day lasts, and tomorrow morning. */
const LAST_HOUR = 21
const HOURS_AHEAD = 2
const MORNING = '09:00'

export const reminderInstant = (zone: string, day: string, time: string): string => instantOf(zone, `${day} ${time}:00`)

/** 'Today at 4:00 PM', 'Tomorrow at 9:00 AM'. */
export function formatReminder(zone: string, at: string, now: Date): string {
  const today = dayIn(zone, now)
  const day = dayIn(zone, at)
  const time = formatClock(zone, at, at)
  const said = day < today ? formatDay(day) : formatShortDay(day, today)
  return `${said} at ${time}`
}

/** One tap away. */
export function remindChoices(zone: string, now: Date): RemindChoice[] {
  const stamp = stampIn(zone, now)
  const today = stamp.slice(0, 10)
  const hour = Number(stamp.slice(11, 13)) + HOURS_AHEAD
  const later = hour <= LAST_HOUR ? [reminderInstant(zone, today, `${String(hour).padStart(2, '0')}:00`)] : []
  return [...later, reminderInstant(zone, addDays(today, 1), MORNING)].map((at) => ({
    label: formatReminder(zone, at, now),
    at,
  }))
}

/** The day and time of an instant, as fields hold them; of none, tomorrow morning. */
export function remindParts(zone: string, at: string, now: Date): { day: string; time: string } {
  if (at === '') return { day: addDays(dayIn(zone, now), 1), time: MORNING }
  const stamp = stampIn(zone, at)
  return { day: stamp.slice(0, 10), time: stamp.slice(11, 16) }
}
