// Formats times for people.
import { dayIn, formatDay, stampIn } from './dates.ts'

/** Returns '9:42 AM' in `zone`, after the day if it isn't that of `now`. */
export function formatClock(zone: string, instant: string, now: string | Date): string {
  const stamp = stampIn(zone, instant)
  return stamp.slice(0, 10) === dayIn(zone, now) ? formatTime(stamp.slice(11)) : formatStamp(stamp)
}

/** Formats '2026-11-22 09:42:00' as 'Nov 22, 2026, 9:42 AM'. */
export const formatStamp = (stamp: string): string => `${formatDay(stamp.slice(0, 10))}, ${formatTime(stamp.slice(11))}`

/** '9:42 AM' of '09:42'. */
export function formatTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Returns the labels of the specification, section 9: 'just now', '45 seconds ago', … '2 years ago'. */
export function relativeTime(instant: string, now: string | Date): string {
  const seconds = Math.max(0, Math.floor((new Date(now).getTime() - Date.parse(instant)) / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (seconds < 30) return 'just now'
  if (seconds < 60) return `${seconds} seconds ago`
  if (minutes < 2) return 'a minute ago'
  if (minutes < 60) return `${minutes} minutes ago`
  if (hours < 2) return '1 hour ago'
  if (hours < 24) return `${hours} hours ago`
  if (days < 2) return 'yesterday'
  if (days < 30) return `${days} days ago`
  const months = Math.floor(days / 30)
  if (days < 365) return months === 1 ? '1 month ago' : `${months} months ago`
  const years = Math.floor(days / 365)
  return years === 1 ? '1 year ago' : `${years} years ago`
}
