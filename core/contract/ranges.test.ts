import { expect, test } from 'vitest'
import { daysBefore, daysOfRange, pointsOf, Range } from './ranges.ts'

const on = (today: string) =>
  Object.fromEntries(Range.options.map((range) => [range, Object.values(daysOfRange(range, today)).join(' ')]))

test('computes the six ranges on an ordinary Saturday', () => {
  expect(on('2026-11-21')).toEqual({
    last_week: '2026-11-09 2026-11-15',
    last_month: '2026-10-01 2026-10-31',
    last_quarter: '2026-07-01 2026-09-30',
    last_7_days: '2026-11-15 2026-11-21',
    last_30_days: '2026-10-23 2026-11-21',
    last_90_days: '2026-08-24 2026-11-21',
  })
})

test('uses the previous year for the last week, month, and quarter on New Year’s Day', () => {
  expect(on('2027-01-01')).toMatchObject({
    last_week: '2026-12-21 2026-12-27',
    last_month: '2026-12-01 2026-12-31',
    last_quarter: '2026-10-01 2026-12-31',
  })
})

test('ends the month before March with February, on the 29th in leap years', () => {
  expect(on('2028-03-31').last_month).toBe('2028-02-01 2028-02-29')
  expect(on('2027-03-31').last_month).toBe('2027-02-01 2027-02-28')
  expect(on('2028-03-31').last_quarter).toBe('2027-10-01 2027-12-31')
})

test('ends the last week yesterday on a Monday', () => {
  expect(on('2026-11-16').last_week).toBe('2026-11-09 2026-11-15')
})

test('plots days for a quarter, weeks for half a year, and months beyond, without gaps', () => {
  const told = (start: string, end: string) => {
    const { unit, points } = pointsOf({ start, end })
    expect([points[0]!.start, points.at(-1)!.end]).toEqual([start, end])
    for (const [at, point] of points.slice(1).entries()) expect(daysBefore(point).end).toBe(points[at]!.end)
    return [unit, points.length, points[0]!.end, points.at(-1)!.start]
  }
  expect(told('2026-07-01', '2026-09-30')).toEqual(['day', 92, '2026-07-01', '2026-09-30'])
  expect(told('2026-07-01', '2026-10-01')).toEqual(['week', 14, '2026-07-05', '2026-09-28'])
  expect(told('2026-04-01', '2026-09-30')).toEqual(['week', 27, '2026-04-05', '2026-09-28'])
  expect(told('2025-11-25', '2026-11-24')).toEqual(['month', 13, '2025-11-30', '2026-11-01'])
  expect(told('2018-01-15', '2026-11-24')).toEqual(['month', 107, '2018-01-31', '2026-11-01'])
  expect(told('2026-11-24', '2026-11-24')).toEqual(['day', 1, '2026-11-24', '2026-11-24'])
})
