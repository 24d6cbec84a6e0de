// Times that people of a firm give, on its clocks.
import { day } from '#core/contract/fields.ts'

export const noSuchTime = 'Choose a date and time.'

const stampPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/

/** `YYYY-MM-DD HH:mm`, seconds optional, 'T' for the blank too. */
export const isStampLike = (value: string): boolean => stampPattern.test(value)

/** Such a text, of a day that is in the calendar and a time that clocks show. */
export function isStamp(value: string): boolean {
  const [, date = '', hour, minute, second = 0] = stampPattern.exec(value) ?? []
  return isPlannable(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}

/** Nobody plans for other years, and not all of them are known to databases. */
export const isPlannable = (date: string): boolean =>
  day.safeParse(date).success && date >= '2000-01-01' && date < '9999-01-01'
