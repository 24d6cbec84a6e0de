import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationOf, mergePlayed, secondsIn } from '#core/contract/playing.ts'
import { watchLesson } from './actions.ts'
import { type LessonProgressRow, lessonProgress, WatchInput } from './contract.ts'
import { goesOnAt, type PlayReport, playedSince, watchedOf, withReport } from './watched.ts'

const ID = '0190aaaa-0000-7000-8000-000000000001'
const LENGTH = 90
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString()
const tolds: fc.Arbitrary<PlayReport> = fc.record({
  when: fc.integer({ min: 0, max: 9 }).map(at),
  watched: fc.integer({ min: 0, max: 200 }),
  ranges: fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 60 }))
      .map(([from, many]) => [from, from + many] as const),
    { maxLength: 6 },
  ),
})
const after = (reports: readonly PlayReport[], before: LessonProgressRow | null = null) =>
  reports.reduce((row: LessonProgressRow | null, told) => withReport(row, ID, LENGTH, told), before)

test('reaches the same progress from late, repeated, and reordered reports', () => {
  fc.assert(
    fc.property(
      fc
        .array(tolds, { minLength: 1, maxLength: 8 })
        .chain((reports) =>
          fc.tuple(
            fc.constant(reports),
            fc.shuffledSubarray(reports, { minLength: reports.length }),
            fc.subarray(reports),
          ),
        ),
      ([reports, shuffled, again]) => {
        const row = after(reports)!
        expect(after([...shuffled, ...again])).toEqual(row)
        expect(after(again, row)).toBe(row)
        const seconds = new Set(
          reports
            .flatMap(({ ranges }) => mergePlayed(LENGTH, ranges))
            .flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)),
        )
        expect(secondsIn(row.ranges)).toBe(seconds.size)
        expect(row.done).toBe(seconds.size >= 0.95 * LENGTH ? 'yes' : 'no')
        expect(lessonProgress.row.parse(row)).toEqual(row)
      },
    ),
  )
})

test('reaches the same progress from merged reports as from separate ones', () => {
  fc.assert(
    fc.property(fc.array(tolds, { minLength: 2, maxLength: 8 }), (reports) => {
      const inputs = reports.map((told) => WatchInput.parse({ ...told, id: ID, length: LENGTH }))
      const { id, length, ...one } = inputs.reduce((earlier, later) => watchLesson.joined!(earlier, later))
      expect(withReport(null, id, length, one)).toEqual(after(reports))
    }),
  )
})

test('stays completed when the video becomes longer, and preserves what was played of a longer one', () => {
  const done = withReport(null, ID, 100, { watched: 100, ranges: [[0, 100]], when: at(0) })
  const longer = withReport(done, ID, 200, { watched: 10, ranges: [[0, 10]], when: at(9) })
  expect([longer.done, watchedOf(longer, 200, 'UTC').percent]).toEqual(['yes', 50])
  const shorter = withReport(longer, ID, 50, { watched: 5, ranges: [[0, 5]], when: at(20) })
  expect([watchedOf(shorter, 50, 'UTC').percent, watchedOf(shorter, 200, 'UTC').percent]).toEqual([100, 50])
})

test.each<[[number, number][], number, { seconds: number; percent: number; done: string }]>([
  [[[0, 94]], 100, { seconds: 94, percent: 94, done: 'no' }],
  [[[0, 95]], 100, { seconds: 95, percent: 95, done: 'yes' }],
  [[[90, 100]], 100, { seconds: 10, percent: 10, done: 'no' }],
  [[[0, 85]], 90, { seconds: 85, percent: 94, done: 'no' }],
  [[[0, 86]], 90, { seconds: 86, percent: 95, done: 'yes' }],
  [[[0, 500]], 100, { seconds: 100, percent: 100, done: 'yes' }],
  [[[0, 10]], 0, { seconds: 0, percent: 0, done: 'no' }],
])('normalizes %j of %i seconds to %j', (ranges, length, said) =>
  expect(watchedOf(withReport(null, ID, length, { watched: 0, ranges, when: at(0) }), length, 'UTC')).toMatchObject(
    said,
  ),
)

test.each([[[-1, 5]], [[5, 1]], [[0, 1_000_001]], [['0', 5]], [[0]], [[Number.NaN, 5]]])(
  'rejects a report of %j',
  (range) => {
    const input = { id: ID, watched: 5, length: 90, ranges: [range], when: at(0) }
    expect(WatchInput.safeParse(input).success).toBe(false)
  },
)

test('counts a report without ranges up to the elapsed time, and nothing for going back', () => {
  expect(playedSince(null, 60, at(0))).toEqual([[55, 60]])
  expect(playedSince(null, 3, at(0))).toEqual([[0, 3]])
  expect(playedSince({ resume: 20, reported: at(0) }, 25, at(5))).toEqual([[20, 25]])
  expect(playedSince({ resume: 20, reported: at(0) }, 80, at(5))).toEqual([[20, 25]])
  expect(playedSince({ resume: 20, reported: at(0) }, 10, at(60))).toEqual([])
  expect(playedSince({ resume: 20, reported: at(9) }, 25, at(5))).toEqual([])
})

test('formats a duration as minutes and seconds', () => {
  expect([0, 65, 599, 4500].map(durationOf)).toEqual(['00:00', '01:05', '09:59', '75:00'])
})

test('resumes where the person stopped, or at the first unwatched part after the end', () => {
  expect(goesOnAt(40, [[0, 40]], 71)).toBe(40)
  expect(
    goesOnAt(
      71,
      [
        [0, 23],
        [67, 71],
      ],
      71,
    ),
  ).toBe(23)
  expect(goesOnAt(71, [[30, 71]], 71)).toBe(0)
  expect(goesOnAt(71, [[0, 71]], 71)).toBe(0)
})
