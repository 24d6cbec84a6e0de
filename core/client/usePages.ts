import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf } from './api.ts'
import { useRetry } from './useRetry.ts'

type Page<T> = { rows: T[]; next: string | null }
export type Pages<T> = {
  rows: T[] | undefined
  hasMore: boolean
  problem: string | null
  /** The rows are still those of the key before. */
  isStale: boolean
  more: () => Promise<void>
  reload: () => Promise<void>
}

/** A list that the server hands out in pages; asks for the first when shown, and when `key` changes. */
export function usePages<T>(ask: (after?: string) => Promise<Page<T>>, key = ''): Pages<T> {
  const [state, setState] = useState<{ key: string; rows?: T[]; next: string | null }>({ key, next: null })
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef({ key, ask })
  latest.current = { key, ask }
  const load = useCallback(async (after?: string) => {
    const asked = latest.current
    try {
      const page = await asked.ask(after)
      if (latest.current.key !== asked.key) return
      setState((now) => ({
        key: asked.key,
        rows: after === undefined ? page.rows : [...(now.rows ?? []), ...page.rows],
        next: page.next,
      }))
      setProblem(null)
    } catch (thrown) {
      if (latest.current.key === asked.key) setProblem(problemOf(thrown))
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    void load()
  }, [key, load])
  const reload = useCallback(() => load(), [load])
  useRetry(problem !== null, reload)
  return {
    rows: state.rows,
    hasMore: state.next !== null,
    problem,
    isStale: state.key !== key,
    more: () => load(state.next ?? undefined),
    reload,
  }
}
