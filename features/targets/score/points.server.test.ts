import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { halfPointsOf, isDoneLate, type ScoredEvent, scoreOf } from './points.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await testDatabase()
})
afterAll(() => home.close())

const from = Date.UTC(2025, 0, 1)
const DAY_MS = 86_400_000
const instant = fc.integer({ min: 0, max: 600 * DAY_MS }).map((after) => new Date(from + after).toISOString())
const zone = fc.constantFrom('UTC', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Kiritimati')
/** Near the instant, so that steps are late, on time, and due on the day itself. */
const event = fc
  .record({
    kind: fc.constantFrom('stepDone', 'targetWon', 'targetCreated', 'targetLost'),
    value: fc.constantFrom('L', 'M', 'H', null),
    at: instant,
    after: fc.option(fc.integer({ min: -3, max: 3 })),
  })
  .map(({ after, ...given }): ScoredEvent => {
    const due = after === null ? null : new Date(Date.parse(given.at) + after * DAY_MS).toISOString().slice(0, 10)
    return { ...given, due }
  })

test('gives an event the same points in SQL and in TypeScript', async () => {
  const cases = fc.sample(fc.tuple(event, zone), 2000)
  const { rows } = await withoutRls(
    home.database,
    (tx) =>
      tx.sql<{ half: number; late: boolean }>`
      select event_half_points(e.kind, e.value, e.due, e.at, e.zone) as half, is_late(e.at, e.due, e.zone) as late
      from jsonb_to_recordset(${JSON.stringify(cases.map(([one, zone], place) => ({ ...one, zone, place })))}::jsonb)
        as e (kind text, value text, due date, at timestamptz, zone text, place int) order by e.place`,
  )
  expect(rows).toHaveLength(cases.length)
  for (const [i, [one, zone]] of cases.entries())
    expect([one, zone, rows[i]]).toEqual([one, zone, { half: halfPointsOf(one, zone), late: isDoneLate(one, zone) }])
  expect(new Set(rows.map(({ half }) => half))).toEqual(new Set([0, 3, 4, 5, 6, 8, 10, 20]))
})

test('limits a score to the same 0 through 100 in SQL and in TypeScript', async () => {
  const sums = fc.sample(fc.tuple(fc.nat({ max: 260 }), fc.nat({ max: 60 })), 1000)
  const { rows } = await withoutRls(
    home.database,
    (tx) =>
      tx.sql<{ score: number }>`
      select score_of(s.half, s.overdue) as score
      from jsonb_to_recordset(${JSON.stringify(sums.map(([half, overdue], place) => ({ half, overdue, place })))}::jsonb)
        as s (half int, overdue int, place int) order by s.place`,
  )
  expect(rows.map(({ score }) => score)).toEqual(sums.map(([half, overdue]) => scoreOf(half, overdue)))
  expect([scoreOf(0, 1), scoreOf(201, 0), scoreOf(3, 0)]).toEqual([0, 100, 2])
})
