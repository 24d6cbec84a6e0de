import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that always calls the latest `callback` and keeps its identity, so that it doesn't make a memoized
 * component render. Only for event handlers.
 */
export function useSteadyCallback<A extends unknown[], R>(callback: (...given: A) => R): (...given: A) => R {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...given: A) => latest.current(...given), [])
}
