// Converts durations between hours and the number of hours or days that an admin types.

export type HourUnit = 'hours' | 'days'
export const units = [
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
]

export const inWords = (hours: number): { count: string; unit: HourUnit } =>
  hours % 24 === 0 ? { count: String(hours / 24), unit: 'days' } : { count: String(hours), unit: 'hours' }

/** Converts the typed number to hours. Returns NaN for an empty field or text that isn't a number. */
export const hoursOf = (typed: string, unit: HourUnit): number =>
  typed.trim() === '' ? Number.NaN : Number(typed) * (unit === 'days' ? 24 : 1)
