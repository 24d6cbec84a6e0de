import { expect, test } from 'vitest'
import { formatPosition, isPlayed, mergePlayed, Played, percentOf, secondsIn, unplayed } from './playing.ts'

test('merges ranges in any order and ignores repeated ones', () => {
  const a: Played = [[0, 5.2]]
  const b: Played = [
    [20, 30],
    [5.1, 10],
  ]
  const merged = mergePlayed(60, a, b)
  expect(merged).toEqual([
    [0, 10],
    [20, 30],
  ])
  expect(mergePlayed(60, b, a)).toEqual(merged)
  expect(mergePlayed(60, merged, a, b, merged)).toEqual(merged)
})

test('merges to the same result in any order and grouping', () => {
  let state = 7
  const random = (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
  for (let run = 0; run < 300; run++) {
    const lists = Array.from({ length: 6 }, (): Played => {
      const from = random(100)
      return [[from, from + random(30)]]
    })
    const all = mergePlayed(90, ...lists)
    const oneByOne = lists.toReversed().reduce<Played>((sum, one) => mergePlayed(90, sum, one), [])
    expect(oneByOne).toEqual(all)
    const seen = new Set(
      lists.flat().flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i).filter((s) => s < 90)),
    )
    expect(secondsIn(all)).toBe(seen.size)
    expect(secondsIn(unplayed(all, 90))).toBe(90 - seen.size)
  }
})

test('ignores ranges that are outside the video, reversed, or empty', () => {
  const odd = [
    [-10, 4],
    [50, 40],
    [58, 1e9],
    [7, 7],
  ] as const
  expect(mergePlayed(60, odd)).toEqual([
    [0, 4],
    [58, 60],
  ])
  expect(mergePlayed(0, [[0, 10]])).toEqual([])
})

test("doesn't count skipped parts: requires playing 95 % of the seconds", () => {
  expect(isPlayed(mergePlayed(100, [[0, 94]]), 100)).toBe(false)
  expect(isPlayed(mergePlayed(100, [[0, 60]], [[65, 100]]), 100)).toBe(true)
  expect(isPlayed([], 0)).toBe(false)
  expect(percentOf([[0, 94]], 100)).toBe(94)
  expect(percentOf([[0, 61]], 61.4)).toBe(100)
  expect(percentOf([[0, 199]], 200)).toBe(99)
})

test('returns the unwatched parts as ranges', () => {
  expect(unplayed([[10, 20]], 60.4)).toEqual([
    [0, 10],
    [20, 60],
  ])
  expect(unplayed([], 5)).toEqual([[0, 5]])
  expect(unplayed([[0, 5]], 5)).toEqual([])
})

test('rejects a report with negative, reversed, or endless ranges', () => {
  expect(Played.safeParse([[0, 5]]).success).toBe(true)
  for (const odd of [[[-1, 5]], [[5, 1]], [[0, Number.POSITIVE_INFINITY]], [[0, 1e9]], [[0]], 'all', [[0, 1, 2]]])
    expect(Played.safeParse(odd).success, JSON.stringify(odd)).toBe(false)
  expect(Played.safeParse(Array.from({ length: 1001 }, () => [0, 1])).success).toBe(false)
})

test('formats times the way players do', () => {
  expect(['0:00', '8:41', '14:20', '1:02:05']).toEqual([-3, 521.9, 860, 3725].map(formatPosition))
})
