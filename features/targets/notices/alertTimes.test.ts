import { expect, test } from 'vitest'
import { addDays, dayIn, stampIn } from '#core/contract/dates.ts'
import { instantAt } from '#core/contract/quietHours.ts'
import { alertsDue } from './alertTimes.ts'

const LA = 'America/Los_Angeles'

test('the week is told on Monday at seven, the day on weekdays at eight, of the firm’s own clock', () => {
  const told = (zone: string, now: string) => alertsDue(zone, now).map(({ kind, day }) => `${kind} ${day}`)
  expect(told(LA, '2026-11-23T14:59:59.000Z')).toEqual([])
  expect(told(LA, '2026-11-23T15:00:00.000Z')).toEqual(['weekly_alerts 2026-11-23'])
  expect(told(LA, '2026-11-23T16:00:00.000Z')).toEqual(['weekly_alerts 2026-11-23', 'daily_nudges 2026-11-23'])
  // A server that was down in the morning catches up the same day, not the next.
  expect(told(LA, '2026-11-24T07:59:00.000Z')).toEqual(['weekly_alerts 2026-11-23', 'daily_nudges 2026-11-23'])
  expect(told(LA, '2026-11-24T08:01:00.000Z')).toEqual([])
  expect(told(LA, '2026-11-24T16:00:00.000Z')).toEqual(['daily_nudges 2026-11-24'])
  expect(told(LA, '2026-11-21T20:00:00.000Z')).toEqual([])
  // Monday in Auckland is Sunday in Los Angeles.
  expect(told('Pacific/Auckland', '2026-11-22T18:00:00.000Z')).toEqual(['weekly_alerts 2026-11-23'])
  expect(told(LA, '2026-11-22T18:00:00.000Z')).toEqual([])
  // The first Mondays of summer and of winter time.
  expect(alertsDue(LA, '2027-03-15T14:00:00.000Z')).toMatchObject([{ since: '2027-03-15T14:00:00.000Z' }])
  expect(alertsDue(LA, '2026-11-02T15:00:00.000Z')).toMatchObject([{ since: '2026-11-02T15:00:00.000Z' }])
})

/** Days around both changes of the clocks, some of which come at midnight or by half an hour. */
const changes: [string, string[]][] = [
  [LA, ['2026-03-06', '2026-10-30']],
  ['Europe/Berlin', ['2026-03-27', '2026-10-23']],
  ['Africa/Cairo', ['2026-04-22', '2026-10-28']],
  ['Australia/Lord_Howe', ['2026-04-03', '2026-10-02']],
]

test('over both changes of the clocks each alert of each day comes once, at its hour of the firm’s clock, for a job that looks every minute', () => {
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

test('half past two on the day that leaves it out, and on the day that has it twice, is one instant', () => {
  const at = (day: string) => instantAt(LA, day, 2 * 60 + 30)
  for (const day of ['2026-03-08', '2026-11-01']) {
    expect(dayIn(LA, at(day))).toBe(day)
    expect(at(day) > at(addDays(day, -1)) && at(day) < at(addDays(day, 1))).toBe(true)
  }
  expect(stampIn(LA, at('2026-11-01'))).toBe('2026-11-01 02:30:00')
})
