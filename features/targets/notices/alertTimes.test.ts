import { expect, test } from 'vitest'
import { addDays, dayIn, stampIn } from '#core/contract/dates.ts'
import { instantAt } from '#core/contract/quietHours.ts'
import { alertsDue } from './alertTimes.ts'

const LA = 'America/Los_Angeles'

test('alerts weekly on Monday at seven and daily on weekdays at eight, in the firm’s zone', () => {
  const told = (zone: string, now: string) => alertsDue(zone, now).map(({ kind, day }) => `${kind} ${day}`)
  expect(told(LA, '2026-11-23T14:59:59.000Z')).toEqual([])
  expect(told(LA, '2026-11-23T15:00:00.000Z')).toEqual(['weekly_alerts 2026-11-23'])
  expect(told(LA, '2026-11-23T16:00:00.000Z')).toEqual(['weekly_alerts 2026-11-23', 'daily_nudges 2026-11-23'])
  // A server that was down in the morning catches up on the same day, but not on the next.
  expect(told(LA, '2026-11-24T07:59:00.000Z')).toEqual(['weekly_alerts 2026-11-23', 'daily_nudges 2026-11-23'])
  expect(told(LA, '2026-11-24T08:01:00.000Z')).toEqual([])
  expect(told(LA, '2026-11-24T16:00:00.000Z')).toEqual(['daily_nudges 2026-11-24'])
  expect(told(LA, '2026-11-21T20:00:00.000Z')).toEqual([])
  // Monday in Auckland is Sunday in Los Angeles.
  expect(told('Pacific/Auckland', '2026-11-22T18:00:00.000Z')).toEqual(['weekly_alerts 2026-11-23'])
  expect(told(LA, '2026-11-22T18:00:00.000Z')).toEqual([])
  // The first Mondays of daylight saving and standard time.
  expect(alertsDue(LA, '2027-03-15T14:00:00.000Z')).toMatchObject([{ since: '2027-03-15T14:00:00.000Z' }])
  expect(alertsDue(LA, '2026-11-02T15:00:00.000Z')).toMatchObject([{ since: '2026-11-02T15:00:00.000Z' }])
})

/** Days around both clock changes, including some at midnight or by half an hour. */
const changes: [string, string[]][] = [
  [LA, ['2026-03-06', '2026-10-30']],
  ['Europe/Berlin', ['2026-03-27', '2026-10-23']],
  ['Africa/Cairo', ['2026-04-22', '2026-10-28']],
  ['Australia/Lord_Howe', ['2026-04-03', '2026-10-02']],
]

test("sends each day's alerts once, at their local hour, across both clock changes, if checked every minute", () => {
  for (const [zone, starts] of changes)
    for (const start of starts) {
      const had = new Map<string, string>()
      for (let minute = 0; minute < 5 * 24 * 60; minute++) {
        const now = new Date(Date.parse(`${start}T00:00:00Z`) + minute * 60_000).toISOString()
        for (const { kind, day, since } of alertsDue(zone, now)) {
          const known = had.get(`${kind} ${day}`)
          if (known === undefined) had.set(`${kind} ${day}`, since)
          else expect(since, `${zone} ${kind} ${day}`).toBe(known)
        }
      }
      expect(had.size).toBeGreaterThanOrEqual(3)
      for (const [what, since] of had)
        expect(stampIn(zone, since).slice(11), `${zone} ${what}`).toBe(
          what.startsWith('weekly') ? '07:00:00' : '08:00:00',
        )
    }
})

test('maps half past two to one instant on days that skip or repeat it', () => {
  const at = (day: string) => instantAt(LA, day, 2 * 60 + 30)
  for (const day of ['2026-03-08', '2026-11-01']) {
    expect(dayIn(LA, at(day))).toBe(day)
    expect(at(day) > at(addDays(day, -1)) && at(day) < at(addDays(day, 1))).toBe(true)
  }
  expect(stampIn(LA, at('2026-11-01'))).toBe('2026-11-01 02:30:00')
})
