import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stampIn } from './dates.ts'
import { afterQuiet, clockIn, minutesOf, nextBundle, quietOf } from './quietHours.ts'

const LA = 'America/Los_Angeles'
const overnight = { from: 20 * 60, to: 7 * 60 }

test('sends right away by day, and at the end of quiet hours otherwise', () => {
  const cases: [string, string][] = [
    ['2026-11-20T18:00:00.000Z', '2026-11-20T18:00:00.000Z'], // 10:00
    ['2026-11-21T03:59:00.000Z', '2026-11-21T03:59:00.000Z'], // 19:59
    ['2026-11-21T04:00:00.000Z', '2026-11-21T15:00:00.000Z'], // 20:00
    ['2026-11-21T10:00:00.000Z', '2026-11-21T15:00:00.000Z'], // 02:00
    ['2026-11-21T15:00:00.000Z', '2026-11-21T15:00:00.000Z'], // 07:00
  ]
  for (const [at, leaves] of cases) expect(afterQuiet(at, LA, overnight)).toBe(leaves)
})

test('ends quiet hours at the local time, even on nights with a clock change', () => {
  // 2027-03-14 has 23 hours, 2026-11-01 has 25.
  expect(stampIn(LA, afterQuiet('2027-03-14T06:00:00.000Z', LA, overnight))).toBe('2027-03-14 07:00:00')
  expect(stampIn(LA, afterQuiet('2026-11-01T06:00:00.000Z', LA, overnight))).toBe('2026-11-01 07:00:00')
  // 02:30 doesn't exist on that day, so quiet hours end right after the gap.
  const short = { from: 60, to: 150 }
  expect(stampIn(LA, afterQuiet('2027-03-14T09:30:00.000Z', LA, short))).toBe('2027-03-14 03:30:00')
})

test('supports quiet hours within a day and treats equal times as none', () => {
  const noon = { from: 12 * 60, to: 13 * 60 }
  expect(stampIn(LA, afterQuiet('2026-11-20T20:30:00.000Z', LA, noon))).toBe('2026-11-20 13:00:00')
  expect(afterQuiet('2026-11-20T21:30:00.000Z', LA, noon)).toBe('2026-11-20T21:30:00.000Z')
  expect(afterQuiet('2026-11-21T10:00:00.000Z', LA, { from: 420, to: 420 })).toBe('2026-11-21T10:00:00.000Z')
})

test('never sends in quiet hours, before the event, or more than a day late', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const zone = fc.constantFrom(LA, 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 * 365 * 24 * 60 }), zone, minute, minute, (minutes, where, from, to) => {
      const at = new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString()
      const leaves = afterQuiet(at, where, { from, to })
      expect(leaves >= at).toBe(true)
      expect(Date.parse(leaves) - Date.parse(at)).toBeLessThanOrEqual(25 * 3_600_000)
      const now = minutesOf(stampIn(where, leaves).slice(11))
      const isQuiet = from < to ? now >= from && now < to : from > to && (now >= from || now < to)
      // A skipped end comes later, and can be inside the next quiet period.
      if (isQuiet) expect(Math.abs(now - to)).toBeLessThanOrEqual(61)
      const bundled = nextBundle(at, where, { from, to })
      expect(bundled > at && Date.parse(bundled) - Date.parse(at) <= 50 * 3_600_000).toBe(true)
    }),
  )
})

test('sends the daily bundle at five, or the next day after that', () => {
  expect(stampIn(LA, nextBundle('2026-11-20T18:00:00.000Z', LA, overnight))).toBe('2026-11-20 17:00:00')
  expect(stampIn(LA, nextBundle('2026-11-21T01:00:00.000Z', LA, overnight))).toBe('2026-11-21 17:00:00')
  expect(stampIn(LA, nextBundle('2026-11-20T18:00:00.000Z', LA, { from: 16 * 60, to: 480 }))).toBe(
    '2026-11-21 08:00:00',
  )
})

test('defaults to quiet hours from eight to seven', () => {
  expect(quietOf({})).toEqual({ from: 1200, to: 420 })
  expect(quietOf({ quiet_from: 0, quiet_to: 0 })).toEqual({ from: 0, to: 0 })
  expect([clockIn(0), clockIn(425), minutesOf('23:59')]).toEqual(['00:00', '07:05', 1439])
})
