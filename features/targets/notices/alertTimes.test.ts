import { expect, test } from 'vitest'
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
