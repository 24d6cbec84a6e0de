import { expect, test } from 'vitest'
import { formatChange } from './changes.ts'

test.each([
  [{ now: 118, before: 100 }, 'dollars', '18% more', 'up'],
  [{ now: 96, before: 100 }, 'dollars', '4% less', 'down'],
  [{ now: 1001, before: 1000 }, 'dollars', 'Less than 1% more', 'up'],
  [{ now: 5, before: 0 }, 'dollars', '$0 before', 'up'],
  [{ now: 445, before: 424 }, 'count', '21 more', 'up'],
  [{ now: 4, before: 1204 }, 'count', '1,200 fewer', 'down'],
  [{ now: 81, before: 75 }, 'percent', '6 points more', 'up'],
  [{ now: 74, before: 75 }, 'percent', '1 point less', 'down'],
  [{ now: 58, before: 55 }, 'points', '3 more', 'up'],
  [{ now: 7, before: 7 }, 'count', 'No change', 'same'],
  [{ now: 7, before: null }, 'points', 'No data before', 'same'],
] as const)('formats %j in %s as %s', (change, unit, words, way) => {
  expect(formatChange(change, unit)).toEqual({ words, way })
})
