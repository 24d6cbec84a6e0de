import { useCallback, useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { useRetry } from '#core/client/useRetry.ts'
import { type AdminGroup, peopleRoutes as routes } from '../contract.ts'

/** All active groups, to choose from; none until they are known. */
export function useGroups(): AdminGroup[] {
  const [groups, setGroups] = useState<AdminGroup[] | null>(null)
  const load = useCallback(async () => {
    const all: AdminGroup[] = []
    for (let after: string | undefined; ; ) {
      const page = await call(routes.groups, { query: { status: 'active', after } }).catch(() => null)
      if (!page) return
      all.push(...page.groups)
      if (!page.next) break
      after = page.next
    }
    setGroups(all)
  }, [])
  useEffect(() => void load(), [load])
  useRetry(groups === null, load)
  return groups ?? []
}
