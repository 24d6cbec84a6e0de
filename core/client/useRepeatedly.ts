import { useEffect, useRef } from 'react'

const EVERY_MS = 2000

/** Calls `look` again and again while the page is visible and online, to follow what's in progress. */
export function useRepeatedly(look: () => unknown, isOffline: boolean): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (isOffline) return
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isOffline])
}
