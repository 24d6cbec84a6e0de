import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stampIn } from '#core/contract/dates.ts'
import { nextMailAt, validateSchedule, type When } from './rules.ts'

const zone = 'America/New_York'
const weekly = (weekday: number, hour: number): When => ({ weekday, day: null, hour })
const monthly = (day: number, hour: number): When => ({ weekday: null, day, hour })
const next = (when: When, now: string) => stampIn(zone, nextMailAt(when, zone, now))

test('runs weekly on the next such day and hour, and a week later at that very moment', () => {
  expect(next(weekly(1, 7), '2026-11-24T15:00:00Z')).toBe('2026-11-30 07:00:00')
  expect(next(weekly(2, 11), '2026-11-24T15:00:00Z')).toBe('2026-11-24 11:00:00')
  expect(next(weekly(2, 10), '2026-11-24T15:00:00Z')).toBe('2026-12-01 10:00:00')
  expect(next(weekly(7, 23), '2026-12-28T15:00:00Z')).toBe('2027-01-03 23:00:00')
})

test('uses the last day of a shorter month for the 31st', () => {
  expect(next(monthly(31, 7), '2027-01-31T12:00:00Z')).toBe('2027-02-28 07:00:00')
  expect(next(monthly(31, 7), '2027-02-28T12:00:00Z')).toBe('2027-03-31 07:00:00')
  expect(next(monthly(29, 7), '2028-02-01T12:00:00Z')).toBe('2028-02-29 07:00:00')
  expect(next(monthly(30, 7), '2026-12-30T12:00:00Z')).toBe('2027-01-30 07:00:00')
})

test('keeps the hour across daylight saving time, and uses the next hour or the first of two', () => {
  expect(nextMailAt(weekly(1, 7), zone, '2027-03-10T12:00:00Z')).toBe('2027-03-15T11:00:00.000Z')
  expect(nextMailAt(weekly(1, 7), zone, '2027-11-05T12:00:00Z')).toBe('2027-11-08T12:00:00.000Z')
  expect(next(weekly(7, 2), '2027-03-13T12:00:00Z')).toBe('2027-03-14 03:00:00')
  expect(nextMailAt(weekly(7, 1), zone, '2027-11-06T12:00:00Z')).toBe('2027-11-07T05:00:00.000Z')
})

test('is always in the future, within a month and a day, and on the intended day', () => {
  const now = fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 3, max: 23 }), now, (day, hour, at) => {
      const instant = at.toISOString()
      const found = nextMailAt(monthly(day, hour), zone, instant)
      expect(found > instant).toBe(true)
      expect(Date.parse(found) - at.getTime()).toBeLessThan(32 * 86_400_000)
      const stamp = stampIn(zone, found)
      const last = new Date(Date.UTC(Number(stamp.slice(0, 4)), Number(stamp.slice(5, 7)), 0)).getUTCDate()
      expect([Number(stamp.slice(8, 10)), Number(stamp.slice(11, 13))]).toEqual([Math.min(day, last), hour])
    }),
  )
})

test('names missing fields of a schedule', () => {
  const input = {
    code: 'overview',
    key: 'org' as const,
    id: '0',
    which: null,
    format: 'pdf' as const,
    user_ids: [],
    subject: '',
    days: null,
    ...weekly(1, 7),
  }
  expect(validateSchedule(input, { isDated: true })).toEqual({ days: 'Choose a date range.' })
  expect(validateSchedule({ ...input, weekday: null }, { isDated: false })).toEqual({
    weekday: 'Choose a day of the week or of the month.',
  })
  expect(Object.keys(validateSchedule({ ...input, days: '7', day: 1 }, { isDated: false })).sort()).toEqual([
    'day',
    'days',
  ])
})
