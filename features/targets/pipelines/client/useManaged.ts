import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, problemOf } from '#core/client/api.ts'
import { useEngine } from '#core/client/sync.tsx'
import { routes } from '../contract.ts'

type Answer = typeof routes.managed.answer extends z.ZodType<infer A> | undefined ? A : never
export type ManagedPerson = Answer['people'][number]

const RECORD = 'managed'

/** The people whose pipelines the person manages, as last said; null until there is an answer. */
export function useManaged(): { people: readonly ManagedPerson[] | null; problem: string | null } {
  const engine = useEngine()
  const [people, setPeople] = useState<readonly ManagedPerson[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const kept = await engine.readRecord<ManagedPerson[]>(RECORD)
      if (isCurrent && kept) setPeople(kept.value)
      try {
        const answer = await call(routes.managed, {})
        if (isCurrent) setPeople(answer.people)
        await engine.writeRecord(RECORD, answer.people)
      } catch (thrown) {
        if (isCurrent) setProblem(problemOf(thrown))
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [engine])
  return { people, problem }
}
