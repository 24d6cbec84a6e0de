import { useEffect } from 'react'
import { useReading } from '#core/client/reading.ts'
import type { AdminGroup } from '../contract.ts'
import { groupsReading } from '../readings.ts'

/** All active groups, to choose from; none until they are known. */
export function useGroups(): AdminGroup[] {
  const { value, more, problem } = useReading(groupsReading, 'active')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page leads to the next
  useEffect(() => {
    if (!problem) void more?.()
  }, [value])
  return value?.groups ?? none
}

const none: AdminGroup[] = []
