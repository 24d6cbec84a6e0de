// All calendar and time zone logic. Days are 'YYYY-MM-DD' in the firm's zone, instants ISO strings in UTC.
export const DEFAULT_ZONE = 'America/Los_Angeles'

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    const digits = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const
    clock = new Intl.DateTimeFormat('en-CA', { ...digits, hourCycle: 'h23', timeZone: zone })
    clocks.set(zone, clock)
  }
  return clock
}

export function isZone(zone: string): boolean {
  try {
    clockOf(zone)
    return true
  } catch {
    return false
  }
}

/** Formats 'YYYY-MM-DD HH:mm:ss' in `zone` from parts, because a locale's format changes with its data. */
export function stampIn(zone: string, instant: string | Date): string {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(typeof instant === 'string' ? new Date(instant) : instant))
    part[type] = value
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

export const dayIn = (zone: string, instant: string | Date): string => stampIn(zone, instant).slice(0, 10)

/** Returns the first instant of a repeated time (autumn), and the one after the gap for a skipped time (spring). */
export function instantOf(zone: string, stamp: string): string {
  const wall = Date.parse(`${stamp.replace(' ', 'T')}Z`)
  const offsetAt = (ms: number) => Date.parse(`${stampIn(zone, new Date(ms)).replace(' ', 'T')}Z`) - ms
  const candidates = [wall - offsetAt(wall - 86_400_000), wall - offsetAt(wall + 86_400_000)].sort((a, b) => a - b)
  const exact = candidates.find((ms) => ms + offsetAt(ms) === wall)
  return new Date(exact ?? candidates[1]!).toISOString()
}

export const startOfDay = (zone: string, day: string): string => instantOf(zone, `${day} 00:00:00`)

const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Uses the day's start in UTC, which has no daylight saving time. */
const at = (day: string) => new Date(`${day}T00:00:00Z`)
const monthAndDay = (day: string) => `${MONTHS[at(day).getUTCMonth()]} ${at(day).getUTCDate()}`
export const addDays = (day: string, days: number): string =>
  new Date(at(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string): number =>
  Math.trunc((at(to).getTime() - at(from).getTime()) / DAY_MS)
/** Returns the Monday of the week of `day`. Source: RULINGS, section 3. */
export const mondayOf = (day: string): string => addDays(day, -((at(day).getUTCDay() + 6) % 7))
export const startOfYear = (day: string): string => `${day.slice(0, 4)}-01-01`

/** Months are 'YYYY-MM'. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Returns the first month of the quarter. */
export const quarterOf = (month: string): string =>
  `${month.slice(0, 5)}${String(Math.floor((Number(month.slice(5)) - 1) / 3) * 3 + 1).padStart(2, '0')}`

/** Formats 'Nov 2026'. */
export const formatMonth = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** Formats 'Nov 21, 2026' as specified. */
export const formatDay = (day: string): string => `${monthAndDay(day)}, ${day.slice(0, 4)}`
export const formatDayShort = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? monthAndDay(day) : formatDay(day)
export const weekdayOf = (day: string): string => WEEKDAYS[at(day).getUTCDay()]!

/** Formats 'Today', 'Tomorrow', 'Friday', 'Next Tuesday', 'Nov 30'. */
export function formatShortDay(day: string, today: string): string {
  const ahead = daysBetween(today, day)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  if (ahead === -1) return 'Yesterday'
  const weeks = daysBetween(mondayOf(today), mondayOf(day)) / 7
  if (weeks === 0 && ahead > 0) return weekdayOf(day)
  if (weeks === 1) return `Next ${weekdayOf(day)}`
  return formatDayShort(day, today)
}

/** Formats 'tomorrow', 'next Tuesday', 'Thursday', 'Nov 30'. */
export const dayInSentence = (day: string, today: string): string =>
  formatShortDay(day, today).replace(/^(Today|Tomorrow|Yesterday|Next)\b/, (word) => word.toLowerCase())

/** Formats 'Today', '3 days overdue', 'Next Tuesday'. */
export function formatDue(due: string, today: string): string {
  const late = daysBetween(due, today)
  return late > 0 ? `${late} ${late === 1 ? 'day' : 'days'} overdue` : formatShortDay(due, today)
}

/** Returns the specification's today, tomorrow, yesterday, next week, last week, or the date. */
export function relativeDay(day: string, today: string): string {
  const ahead = daysBetween(today, day)
  if (ahead === 0) return 'today'
  if (ahead === 1) return 'tomorrow'
  if (ahead === -1) return 'yesterday'
  const weeks = daysBetween(mondayOf(today), mondayOf(day)) / 7
  return weeks === 1 ? 'next week' : weeks === -1 ? 'last week' : formatDay(day)
}
