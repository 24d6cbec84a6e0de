import { useEffect } from 'react'
import { useQuery } from '#core/client/query.ts'
import type { AdminGroup } from '../contract.ts'
import { groupsQuery } from '../queries.ts'

/** Returns all active groups to choose from, or none until they are loaded. */
export function useGroups(): AdminGroup[] {
  const { value, more, problem } = useQuery(groupsQuery, 'active')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page leads to the next
  useEffect(() => {
    if (!problem) void more?.()
  }, [value])
  return value?.groups ?? none
}

const none: AdminGroup[] = []
