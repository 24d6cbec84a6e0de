import { expect, test } from 'vitest'
import { untilMidnight } from './useToday.ts'

const zone = 'America/Los_Angeles'

test("changes the day at the firm’s midnight, regardless of the device's time zone", () => {
  expect(untilMidnight(zone, new Date('2026-11-19T07:59:00.000Z'))).toBe(60_000)
  expect(untilMidnight(zone, new Date('2026-11-19T08:00:00.000Z'))).toBe(24 * 3_600_000)
})

test('waits an hour longer on the day when clocks go back', () => {
  expect(untilMidnight(zone, new Date('2026-11-01T07:00:00.000Z'))).toBe(25 * 3_600_000)
})
