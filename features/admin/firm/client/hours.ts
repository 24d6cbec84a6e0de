// Spans of time as an admin types them: a number of hours or of days.

export type HourUnit = 'hours' | 'days'
export const units = [
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
]

/** Whole days as days. */
export const inWords = (hours: number): { count: string; unit: HourUnit } =>
  hours % 24 === 0 ? { count: String(hours / 24), unit: 'days' } : { count: String(hours), unit: 'hours' }

/** What was typed, in hours; NaN for what is no number. */
export const hoursOf = (typed: string, unit: HourUnit): number =>
  typed.trim() === '' ? Number.NaN : Number(typed) * (unit === 'days' ? 24 : 1)
