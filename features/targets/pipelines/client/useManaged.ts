import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { useEngine } from '#core/client/sync.tsx'
import { routes } from '../contract.ts'

type Answer = typeof routes.managed.answer extends z.ZodType<infer A> | undefined ? A : never
export type ManagedPerson = Answer['people'][number]

/** The first page, as last said. */
type Kept = Pick<Answer, 'people' | 'next' | 'total'>
const RECORD = 'managedPeople'
const PAGE = 50

type Managed = {
  /** Those that were asked for so far; null until there is an answer. */
  people: readonly ManagedPerson[] | null
  /** How many there are in all. */
  total: number
  hasMore: boolean
  more: () => Promise<void>
  problem: string | null
}

/** The people whose pipelines the person manages, a page at a time. */
export function useManaged(): Managed {
  const engine = useEngine()
  const [shown, setShown] = useState<Kept | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const kept = await engine.readRecord<Kept>(RECORD)
      if (isCurrent && kept) setShown(kept.value)
      try {
        const answer = await call(routes.managed, { query: { limit: PAGE } })
        if (isCurrent) setShown(answer)
        await engine.writeRecord(RECORD, answer)
      } catch (thrown) {
        if (isCurrent) setProblem(problemOf(thrown))
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [engine])
  const after = shown?.next
  const more = useCallback(async () => {
    if (!after) return
    try {
      const { people, next } = await call(routes.managed, { query: { limit: PAGE, after } })
      setShown((now) => now && { ...now, people: [...now.people, ...people], next })
    } catch (thrown) {
      setProblem(problemOf(thrown))
    }
  }, [after])
  const people = shown?.people ?? null
  return { people, total: shown?.total ?? people?.length ?? 0, hasMore: Boolean(after), more, problem }
}

/** One of them; null for somebody else, undefined until there is an answer. Without a connection, as last said. */
export function useManagedPerson(id: string): { person: ManagedPerson | null | undefined; problem: string | null } {
  const engine = useEngine()
  const [person, setPerson] = useState<ManagedPerson | null>()
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const kept = await engine.readRecord<Kept>(RECORD)
      const known = kept?.value.people.find((one) => one.id === id)
      if (isCurrent && known) setPerson(known)
      try {
        const { people } = await call(routes.managed, { query: { id } })
        if (isCurrent) setPerson(people[0] ?? null)
      } catch (thrown) {
        if (!isCurrent) return
        if (thrown instanceof ApiError && thrown.status === 403) setPerson(null)
        else setProblem(problemOf(thrown))
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [engine, id])
  return { person, problem }
}
