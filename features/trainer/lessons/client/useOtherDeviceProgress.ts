import { useCallback, useEffect, useRef, useState } from 'react'
import type { Watched } from '../contract.ts'
import { seenFirst, seenNow, stayed } from '../otherDeviceProgress.ts'

/** After this many reports, half a minute of playing, the person stays here. */
const REPORTS = 6

/**
 * Returns the second that another device has reached since this page was opened; null if none has or the person stays
 * here. Receives this page's own reports.
 */
export function useOtherDeviceProgress({ at, resume }: Watched): {
  second: number | null
  reported: (second: number) => void
} {
  const told = useRef<number | null>(null)
  const reports = useRef(0)
  const [seen, setSeen] = useState(() => seenFirst({ at, second: resume }))
  useEffect(() => setSeen((now) => seenNow(now, { at, second: resume }, told.current)), [at, resume])
  const other = seen.other
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place is offered for as long
  useEffect(() => {
    reports.current = 0
  }, [other])
  const reported = useCallback((second: number) => {
    told.current = second
    reports.current++
    if (reports.current >= REPORTS) setSeen(stayed)
  }, [])
  return { second: other?.second ?? null, reported }
}
