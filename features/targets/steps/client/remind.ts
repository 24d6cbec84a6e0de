// Presets and formats of step reminders, in the firm's time zone.
import { addDays, dayIn, formatDay, formatShortDay, instantOf, stampIn } from '#core/contract/dates.ts'
import { formatClock } from '#core/contract/times.ts'

export type RemindChoice = { label: string; at: string }

/** Preset hours: later today until the last hour, and tomorrow morning. */
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

/** Splits an instant into day and time for the fields. Defaults to tomorrow morning. */
export function remindParts(zone: string, at: string, now: Date): { day: string; time: string } {
  if (at === '') return { day: addDays(dayIn(zone, now), 1), time: MORNING }
  const stamp = stampIn(zone, at)
  return { day: stamp.slice(0, 10), time: stamp.slice(11, 16) }
}
