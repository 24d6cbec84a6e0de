// Ranges of days for reports. Pure.
import { z } from 'zod'
import { addDays, daysBetween, mondayOf } from './dates.ts'

export const Range = z.enum(['last_week', 'last_month', 'last_quarter', 'last_7_days', 'last_30_days', 'last_90_days'])
export type Range = z.infer<typeof Range>
/** Source: the specification, section 2 'Controls dialog'. */
export const rangeLabels: Record<Range, string> = {
  last_week: 'Last Week',
  last_month: 'Last Month',
  last_quarter: 'Last Quarter',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  last_90_days: 'Last 90 Days',
}
export const DEFAULT_RANGE: Range = 'last_30_days'

/** Both days are included. Weeks start on Monday, 'Last N Days' ends today. */
export function daysOfRange(range: Range, today: string): { start: string; end: string } {
  switch (range) {
    case 'last_week':
      return { start: addDays(mondayOf(today), -7), end: addDays(mondayOf(today), -1) }
    case 'last_month':
      return before(monthStart(today, 0), 1)
    case 'last_quarter':
      return before(monthStart(today, (Number(today.slice(5, 7)) - 1) % 3), 3)
    case 'last_7_days':
      return { start: addDays(today, -6), end: today }
    case 'last_30_days':
      return { start: addDays(today, -29), end: today }
    case 'last_90_days':
      return { start: addDays(today, -89), end: today }
  }
}

function monthStart(day: string, back: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

const before = (next: string, months: number) => ({ start: monthStart(next, months), end: addDays(next, -1) })

/** Source: the second specification, section 9. */
export const FIRST_DAY = '2018-01-01'
export const viewerPresets = ['30', '60', '90', 'month', 'quarter', 'year'] as const
export type ViewerPreset = (typeof viewerPresets)[number]
export const viewerPresetLabels: Record<ViewerPreset, string> = {
  '30': 'Last 30 Days',
  '60': 'Last 60 Days',
  '90': 'Last 90 Days',
  month: 'Last Month',
  quarter: 'Last Quarter',
  year: 'Last Year',
}
/** Adds the week of a weekly email. */
export const mailPresets = ['7', ...viewerPresets] as const
export type MailPreset = (typeof mailPresets)[number]
export const mailPresetLabels: Record<MailPreset, string> = { '7': 'Last 7 Days', ...viewerPresetLabels }
export type Days = { start: string; end: string }

/** Both days are included. Ends yesterday, or covers the whole previous month, quarter, or year. */
export function daysOfPreset(preset: MailPreset, today: string): Days {
  switch (preset) {
    case 'month':
      return daysOfRange('last_month', today)
    case 'quarter':
      return daysOfRange('last_quarter', today)
    case 'year':
      return before(`${today.slice(0, 4)}-01-01`, 12)
    default:
      return { start: addDays(today, -Number(preset)), end: addDays(today, -1) }
  }
}

/** Returns the previous year, quarter, or month for a whole one, otherwise as many days. */
export function daysBefore({ start, end }: Days): Days {
  const months = [12, 3, 1].find(
    (many) =>
      (Number(start.slice(5, 7)) - 1) % many === 0 &&
      start.endsWith('-01') &&
      monthStart(start, -many) === addDays(end, 1),
  )
  return {
    start: months ? monthStart(start, months) : addDays(start, -daysBetween(start, end) - 1),
    end: addDays(start, -1),
  }
}

export const pointUnits = ['day', 'week', 'month'] as const
export type PointUnit = (typeof pointUnits)[number]
/** Most points of a line: half a year has 27 weeks, longer times use months. */
const [MOST_DAYS, MOST_WEEKS] = [92, 27]

/** Splits days into days, weeks from Monday, or months. The first and last can be partial. */
export function pointsOf({ start, end }: Days): { unit: PointUnit; points: Days[] } {
  const length = daysBetween(start, end) + 1
  const unit = length <= MOST_DAYS ? 'day' : length <= 7 * MOST_WEEKS ? 'week' : 'month'
  const next = (day: string) =>
    unit === 'day' ? addDays(day, 1) : unit === 'week' ? addDays(mondayOf(day), 7) : monthStart(day, -1)
  const points: Days[] = []
  for (let day = start; day <= end; day = next(day)) {
    const last = addDays(next(day), -1)
    points.push({ start: day, end: last < end ? last : end })
  }
  return { unit, points }
}

/** Returns errors by field, empty if valid. */
export function validateDays({ start, end }: Days, today: string): Record<string, string> {
  if (start < FIRST_DAY) return { start: 'Choose a date on or after Jan 1, 2018.' }
  if (end >= today) return { end: 'Choose a date no later than yesterday.' }
  return start > end ? { end: 'The end date can’t be before the start date.' } : {}
}
