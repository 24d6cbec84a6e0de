import { useEffect, useState } from 'react'
import { errorMessages } from '#core/contract/errors.ts'
import { FIGURES_PATH, type ToFrame } from '../../contract.ts'
import { sendToParent } from './parent.ts'

export type KpiPanel<A> = { value: A | undefined; problem: string | null; isStale: boolean }

const LIMIT_MS = 30_000

/**
 * Loads a panel's data, or nothing if `name` is false because the panel is off. The previous data stays until new data
 * arrives, and a new token reloads it.
 */
export function usePanel<A>(name: string | false, told: ToFrame, more: Record<string, string> = {}): KpiPanel<A> {
  const [{ of, ...panel }, set] = useState<KpiPanel<A> & { of: string }>({
    value: undefined,
    problem: null,
    isStale: true,
    of: '',
  })
  const { token, scope, days } = told
  const query = new URLSearchParams({ key: scope.key, id: scope.id, ...days, ...more }).toString()
  useEffect(() => {
    if (!name) return
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(LIMIT_MS)])
    ask<A>(`${FIGURES_PATH}/${name}?${query}`, token, signal).then(
      (value) => set({ value, problem: null, isStale: false, of: query }),
      (problem: unknown) => {
        if (over.signal.aborted) return
        const said = problem instanceof Refused ? problem.message : errorMessages.network
        set((now) => ({ ...now, value: now.of === query ? now.value : undefined, problem: said, isStale: false }))
      },
    )
    return () => over.abort()
  }, [name, query, token])
  return { ...panel, isStale: panel.isStale || (of !== query && panel.problem === null) }
}

class Refused extends Error {}

async function ask<A>(address: string, token: string, signal: AbortSignal): Promise<A> {
  const answer = await fetch(address, {
    headers: { authorization: `Bearer ${token}` },
    credentials: 'omit',
    cache: 'no-store',
    signal,
  })
  if (answer.ok) return answer.json()
  if (answer.status === 401) sendToParent({ kpi: 'ended' })
  const said = (await answer.json().catch(() => null)) as { message?: string } | null
  throw new Refused(said?.message ?? errorMessages.sync)
}
