import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayIn,
  dayInSentence,
  daysBetween,
  formatDay,
  formatDue,
  formatMonth,
  formatShortDay,
  instantOf,
  isZone,
  mondayOf,
  quarterOf,
  relativeDay,
  stampIn,
  startOfDay,
} from './dates.ts'
import { formatClock, formatStamp, formatTime, relativeTime } from './times.ts'

const LA = 'America/Los_Angeles'

test("uses the firm's time zone for the day", () => {
  expect(dayIn(LA, '2026-11-21T07:59:59Z')).toBe('2026-11-20')
  expect(dayIn(LA, '2026-11-21T08:00:00Z')).toBe('2026-11-21')
  expect(dayIn('Pacific/Auckland', '2026-11-21T11:00:00Z')).toBe('2026-11-22')
  expect(stampIn(LA, '2026-01-01T08:00:00Z')).toBe('2026-01-01 00:00:00')
})

test("formats days and times independently of the browser's locale data, such as WebKit with ICU 72", () => {
  const { prototype } = Intl.DateTimeFormat
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')!
  onTestFinished(() => void Object.defineProperty(prototype, 'format', format))
  Object.defineProperty(prototype, 'format', { configurable: true, get: () => () => '11/21/2026, 11:07:09 p.m.' })
  expect(stampIn(LA, '2026-11-22T07:07:09Z')).toBe('2026-11-21 23:07:09')
  expect(stampIn(LA, '2026-11-21T08:00:00Z')).toBe('2026-11-21 00:00:00')
  expect(dayIn(LA, '2026-11-22T07:07:09Z')).toBe('2026-11-21')
  expect(startOfDay(LA, '2026-11-21')).toBe('2026-11-21T08:00:00.000Z')
})

test('starts days with a clock change at the correct instant', () => {
  expect(startOfDay(LA, '2026-03-08')).toBe('2026-03-08T08:00:00.000Z')
  expect(startOfDay(LA, '2026-03-09')).toBe('2026-03-09T07:00:00.000Z')
  expect(startOfDay(LA, '2026-11-01')).toBe('2026-11-01T07:00:00.000Z')
  expect(startOfDay(LA, '2026-11-02')).toBe('2026-11-02T08:00:00.000Z')
  expect(startOfDay('America/Sao_Paulo', '2018-11-04')).toBe('2018-11-04T03:00:00.000Z')
})

test('uses the first of a repeated hour and moves a skipped time forward', () => {
  expect(instantOf(LA, '2026-11-01 01:30:00')).toBe('2026-11-01T08:30:00.000Z')
  expect(stampIn(LA, instantOf(LA, '2026-03-08 02:30:00'))).toBe('2026-03-08 03:30:00')
})

test('converts any instant outside the repeated hour to a stamp and back', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      fc.constantFrom(LA, 'Europe/Berlin', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe'),
      (date, zone) => {
        const whole = new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString()
        const stamp = stampIn(zone, whole)
        expect(stampIn(zone, instantOf(zone, stamp))).toBe(stamp)
        expect(Math.abs(Date.parse(instantOf(zone, stamp)) - Date.parse(whole))).toBeLessThanOrEqual(3_600_000)
      },
    ),
  )
})

test('starts weeks on Monday, even across the end of a year', () => {
  expect(['2026-11-16', '2026-11-21', '2026-11-22', '2026-11-23', '2027-01-02'].map(mondayOf)).toEqual([
    '2026-11-16',
    '2026-11-16',
    '2026-11-16',
    '2026-11-23',
    '2026-12-28',
  ])
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1)
  expect(formatDay('2026-11-01')).toBe('Nov 1, 2026')
})

test('formats dates the way people say them', () => {
  const say = (day: string) => formatShortDay(day, '2026-11-18')
  expect(
    [
      '2026-11-18',
      '2026-11-19',
      '2026-11-17',
      '2026-11-20',
      '2026-11-22',
      '2026-11-24',
      '2026-11-30',
      '2027-01-04',
    ].map(say),
  ).toEqual(['Today', 'Tomorrow', 'Yesterday', 'Friday', 'Sunday', 'Next Tuesday', 'Nov 30', 'Jan 4, 2027'])
  expect([
    formatDue('2026-11-17', '2026-11-18'),
    formatDue('2026-11-15', '2026-11-18'),
    formatDue('2026-11-18', '2026-11-18'),
  ]).toEqual(['1 day overdue', '3 days overdue', 'Today'])
  expect(
    ['2026-11-18', '2026-11-19', '2026-11-17', '2026-11-23', '2026-11-09', '2026-12-25'].map((day) =>
      relativeDay(day, '2026-11-18'),
    ),
  ).toEqual(['today', 'tomorrow', 'yesterday', 'next week', 'last week', 'Dec 25, 2026'])
})

test('formats relative times with the specified steps', () => {
  const now = '2026-11-21T12:00:00Z'
  const ago = (seconds: number) => relativeTime(new Date(Date.parse(now) - seconds * 1000).toISOString(), now)
  const day = 86_400
  expect(
    [
      -5,
      0,
      29,
      30,
      59,
      60,
      119,
      120,
      3599,
      3600,
      7199,
      7200,
      day - 1,
      day,
      2 * day - 1,
      2 * day,
      30 * day - 1,
      30 * day,
      60 * day,
      364 * day,
      365 * day,
      800 * day,
    ].map(ago),
  ).toEqual([
    'just now',
    'just now',
    'just now',
    '30 seconds ago',
    '59 seconds ago',
    'a minute ago',
    'a minute ago',
    '2 minutes ago',
    '59 minutes ago',
    '1 hour ago',
    '1 hour ago',
    '2 hours ago',
    '23 hours ago',
    'yesterday',
    'yesterday',
    '2 days ago',
    '29 days ago',
    '1 month ago',
    '2 months ago',
    '12 months ago',
    '1 year ago',
    '2 years ago',
  ])
})

test('recognizes an invalid time zone', () => {
  expect([isZone(LA), isZone('Mars/Olympus')]).toEqual([true, false])
})

test("formats a time in the firm's zone, with the day if it is a different one", () => {
  const now = '2026-11-01T20:00:00Z'
  expect(
    ['2026-11-01T08:30:00Z', '2026-11-01T09:30:00Z', '2026-11-01T19:05:00Z', '2026-11-01T06:59:00Z'].map((instant) =>
      formatClock(LA, instant, now),
    ),
  ).toEqual(['1:30 AM', '1:30 AM', '11:05 AM', 'Oct 31, 2026, 11:59 PM'])
  expect(formatClock('America/Los_Angeles', '2027-01-01T20:00:00Z', '2027-01-01T21:00:00Z')).toBe('12:00 PM')
})

test('keeps the capital letter of a weekday inside a sentence', () => {
  const say = (day: string) => dayInSentence(day, '2026-11-17')
  expect(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-24', '2026-12-24'].map(say)).toEqual([
    'today',
    'tomorrow',
    'Thursday',
    'next Tuesday',
    'Dec 24',
  ])
})

test('formats a stamp and a time of day in words', () => {
  expect([formatStamp('2026-11-22 09:42:00'), formatStamp('2026-01-01T00:05:00Z'), formatTime('12:30')]).toEqual([
    'Nov 22, 2026, 9:42 AM',
    'Jan 1, 2026, 12:05 AM',
    '12:30 PM',
  ])
})

test('counts months across years, and names them', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2027-01', -1)).toBe('2026-12')
  expect(addMonths('2027-06', -18)).toBe('2025-12')
  expect(addMonths('2027-06', 0)).toBe('2027-06')
  expect(formatMonth('2027-06')).toBe('Jun 2027')
  expect(['2027-01', '2027-03', '2027-04', '2027-12'].map(quarterOf)).toEqual([
    '2027-01',
    '2027-01',
    '2027-04',
    '2027-10',
  ])
})
