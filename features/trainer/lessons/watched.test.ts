import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutRanges, mergeRanges, progressOf, type Range, rangeSince, unseenRanges } from './watched.ts'

const SECONDS = 90
const someRanges = fc.array(fc.tuple(fc.integer({ min: -20, max: 200 }), fc.integer({ min: -20, max: 200 })), {
  maxLength: 12,
})
const secondsOf = (ranges: readonly Range[]) => {
  const seconds = new Set<number>()
  for (const [from, to] of ranges) for (let at = from; at < to; at++) seconds.add(at)
  return seconds
}

test('merging keeps exactly the seconds of the ranges, whatever their order and however often they come', () => {
  fc.assert(
    fc.property(someRanges, someRanges, (one, other) => {
      const merged = mergeRanges(one, other)
      expect(secondsOf(merged)).toEqual(new Set([...secondsOf(one), ...secondsOf(other)].sort((a, b) => a - b)))
      expect(mergeRanges(other, one)).toEqual(merged)
      expect(mergeRanges(merged, one)).toEqual(merged)
      for (const [at, range] of merged.slice(1).entries()) expect(range[0]).toBeGreaterThan(merged[at]?.[1] ?? 0)
    }),
  )
})

test('seen and unseen parts make the whole video, once', () => {
  fc.assert(
    fc.property(someRanges, (ranges) => {
      const seen = cutRanges(ranges, SECONDS)
      const unseen = unseenRanges(ranges, SECONDS)
      expect(mergeRanges(seen, unseen)).toEqual([[0, SECONDS]])
      expect(secondsOf(seen).size + secondsOf(unseen).size).toBe(SECONDS)
    }),
  )
})

test.each<[Range[], number, { seconds: number; percent: number; isDone: boolean }]>([
  [[], 100, { seconds: 0, percent: 0, isDone: false }],
  [[[0, 94]], 100, { seconds: 94, percent: 94, isDone: false }],
  [[[0, 95]], 100, { seconds: 95, percent: 95, isDone: true }],
  [[[90, 100]], 100, { seconds: 10, percent: 10, isDone: false }],
  [[[50, 20]], 100, { seconds: 0, percent: 0, isDone: false }],
  [[[-40, 1_000_000]], 100, { seconds: 100, percent: 100, isDone: true }],
  [[[0, 85]], 90, { seconds: 85, percent: 94, isDone: false }],
  [[[0, 86]], 90, { seconds: 86, percent: 95, isDone: true }],
  [[[0, 10]], 0, { seconds: 0, percent: 0, isDone: false }],
])('%j of %i seconds is %j', (ranges, seconds, progress) => expect(progressOf(ranges, seconds)).toEqual(progress))

test('a report without ranges counts no more than time has passed, and nothing for going back', () => {
  expect(rangeSince(null, 60)).toEqual([[55, 60]])
  expect(rangeSince(null, 3)).toEqual([[0, 3]])
  expect(rangeSince({ resume: 20, passed: 5.4 }, 25)).toEqual([[20, 25]])
  expect(rangeSince({ resume: 20, passed: 5.4 }, 80)).toEqual([[20, 25]])
  expect(rangeSince({ resume: 20, passed: 60 }, 10)).toEqual([])
  expect(rangeSince({ resume: 20, passed: -3 }, 25)).toEqual([])
})
