import { useEffect, useState } from 'react'

/** Returns the current time, updated every `ms` milliseconds and when `trigger` changes. */
export function useNow(ms: number, trigger?: unknown): Date {
  const [now, setNow] = useState(() => new Date())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the trigger is a reason to look at the clock
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), ms)
    return () => clearInterval(timer)
  }, [ms, trigger])
  return now
}
