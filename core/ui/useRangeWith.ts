import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback } from 'react'

/** A virtual list's range with the rows at these places, wherever they are, such as the one with the focus. */
export function useRangeWith(...places: readonly number[]): (range: Range) => number[] {
  const key = places.join()
  return useCallback(
    (range: Range) => {
      const kept = key.split(',').map(Number)
      const there = kept.filter((place) => place >= 0 && place < range.count)
      return [...new Set([...defaultRangeExtractor(range), ...there])].sort((a, b) => a - b)
    },
    [key],
  )
}
