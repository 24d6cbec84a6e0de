import { stampIn } from '#core/contract/dates.ts'
import { mailPresetLabels } from '#core/contract/ranges.ts'
import { formatTime } from '#core/contract/times.ts'
import { formatDelivered } from '#core/ui/runs/formatRun.ts'
import type { Schedule, ScheduleRun } from '../contract.ts'

export const formatLabels: Record<Schedule['format'], string> = { pdf: 'PDF', csv: 'Excel', both: 'PDF and Excel' }
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const scheduleStateLabels: Record<Schedule['state'], string> = { on: 'On', paused: 'Paused', stopped: 'Stopped' }

/** '7:00 AM' of 7. */
export const formatHour = (hour: number): string => formatTime(`${String(hour).padStart(2, '0')}:00`)

const ends: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd', 21: 'st', 22: 'nd', 23: 'rd', 31: 'st' }
/** '31st'. */
export const formatMonthDay = (day: number): string => `${day}${ends[day] ?? 'th'}`

/** Formats 'Mondays at 7:00 AM' or 'Monthly on the 31st at 7:00 AM'. */
export function formatNextRun({ weekday, day, hour }: Schedule): string {
  const days = weekday === null ? `Monthly on the ${formatMonthDay(day ?? 1)}` : `${weekdays[weekday - 1]}s`
  return `${days} at ${formatHour(hour)}`
}

export const scheduleName = ({ name, about }: Pick<Schedule, 'name' | 'about'>): string =>
  about.name ? `${name}: ${about.name}` : name

/** Formats 'Last 7 Days, PDF and Excel'. */
export const formatSubject = ({ days, format }: Pick<Schedule, 'days' | 'format'>): string =>
  [...(days ? [mailPresetLabels[days]] : []), formatLabels[format]].join(', ')

/** Returns whether emails are pending. */
export const isGoing = ({ state, leaving }: ScheduleRun): boolean => state === 'making' || leaving > 0

/** Returns whether a report is being sent or due. */
export const isMoving = ({ last_run: run, next_run: next, zone }: Schedule): boolean =>
  (run !== null && isGoing(run)) || (next !== null && next <= stampIn(zone, new Date()))

/** Formats '2 of 3', '1 of 3 so far', or the reason why no one received it. */
export function formatScheduleRun(run: ScheduleRun): string {
  if (run.state === 'not_sent') return 'Not sent'
  const said = formatDelivered(run.sent, run.people, isGoing(run))
  return run.state === 'cancelled' && !isGoing(run) ? `${said}, canceled` : said
}

/** '84 kB', '1.2 MB'. */
export const formatBytesOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
