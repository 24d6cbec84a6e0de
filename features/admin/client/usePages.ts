import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { useRetry } from './useRetry.ts'

type Page<T> = { rows: T[]; next: string | null }
export type Pages<T> = { rows: T[] | undefined; hasMore: boolean; problem: string | null; more: () => Promise<void> }

/** A list that the server hands out in pages; asks for the first when shown. */
export function usePages<T>(ask: (after?: string) => Promise<Page<T>>): Pages<T> {
  const [state, setState] = useState<{ rows?: T[]; next: string | null }>({ next: null })
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(ask)
  latest.current = ask
  const load = useCallback(async (after?: string) => {
    try {
      const page = await latest.current(after)
      setState((now) => ({
        rows: after === undefined ? page.rows : [...(now.rows ?? []), ...page.rows],
        next: page.next,
      }))
      setProblem(null)
    } catch (thrown) {
      setProblem(problemOf(thrown))
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  useRetry(problem !== null, load)
  return { rows: state.rows, hasMore: state.next !== null, problem, more: () => load(state.next ?? undefined) }
}
