// Times that people of a firm enter, in its time zone.
import { day } from '#core/contract/fields.ts'

export const noSuchTime = 'Choose a date and time.'

const stampPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/

/** Matches `YYYY-MM-DD HH:mm` with optional seconds. 'T' can replace the space. */
export const isStampLike = (value: string): boolean => stampPattern.test(value)

/** Returns whether the text has that format with an existing day and time. */
export function isStamp(value: string): boolean {
  const [, date = '', hour, minute, second = 0] = stampPattern.exec(value) ?? []
  return isPlannable(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}

/** Limits the years to plausible ones that databases support. */
export const isPlannable = (date: string): boolean =>
  day.safeParse(date).success && date >= '2000-01-01' && date < '9999-01-01'
