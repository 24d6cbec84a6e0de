import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf } from './api.ts'
import { useRetry } from './useRetry.ts'

export type Asked<T> = { answer: T | undefined; problem: string | null; reload: () => Promise<void> }

/** Asks when shown and when `key` changes; `reload` asks again and keeps the last answer meanwhile. */
export function useAnswer<T>(key: string, ask: () => Promise<T>): Asked<T> {
  const [state, setState] = useState<{ key: string; answer?: T; problem: string | null }>({ key, problem: null })
  const latest = useRef({ key, ask })
  latest.current = { key, ask }
  const reload = useCallback(async () => {
    const asked = latest.current
    try {
      const answer = await asked.ask()
      if (latest.current.key === asked.key) setState({ key: asked.key, answer, problem: null })
    } catch (thrown) {
      if (latest.current.key === asked.key)
        setState((now) => ({
          key: asked.key,
          answer: now.key === asked.key ? now.answer : undefined,
          problem: problemOf(thrown),
        }))
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another question
  useEffect(() => {
    void reload()
  }, [key, reload])
  useRetry(state.problem !== null, reload)
  return state.key === key
    ? { answer: state.answer, problem: state.problem, reload }
    : { answer: undefined, problem: null, reload }
}
