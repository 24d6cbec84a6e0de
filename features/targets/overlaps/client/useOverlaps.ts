import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import type { Answer } from '#core/contract/route.ts'
import { limits } from '../../contract.ts'
import { type OverlapAnswer, routes } from '../contract.ts'

export type FoundOverlap = Answer<typeof routes.overlaps>['overlaps'][number]

/** A name of one letter is one that is being typed. */
const SHORTEST = 2
const cut = (text: string, most: number) => text.trim().slice(0, most)

/** Colleagues who pursue what is typed, and a way to answer. Nobody while offline: this can only be known by asking. */
export function useOverlaps(company: string, contact: string, email: string) {
  const wanted = JSON.stringify({
    company: cut(company, limits.company),
    contact: cut(contact, limits.contact),
    email: cut(email, 254),
  })
  const [asked] = useDebouncedValue(wanted, 350)
  const [found, setFound] = useState<FoundOverlap[]>([])
  useEffect(() => {
    const query = JSON.parse(asked) as Record<'company' | 'contact' | 'email', string>
    if (Object.values(query).every((text) => text.length < SHORTEST)) return setFound([])
    const leaving = new AbortController()
    const show = (overlaps: FoundOverlap[]) => !leaving.signal.aborted && setFound(overlaps)
    call(routes.overlaps, { query }, { signal: leaving.signal }).then(
      ({ overlaps }) => show(overlaps),
      () => show([]),
    )
    return () => leaving.abort()
  }, [asked])

  const answer = useCallback(
    async (one: FoundOverlap, choice: OverlapAnswer) => {
      const said = (value: FoundOverlap['answer']) =>
        setFound((before) =>
          before.map((other) => (other.target_id === one.target_id ? { ...other, answer: value } : other)),
        )
      said(choice)
      try {
        const body = { answer: choice, company: cut(company, limits.company) }
        await call(routes.answerOverlap, { params: { id: one.target_id }, body })
      } catch (thrown) {
        said(one.answer)
        toast({ message: problemOf(thrown), color: 'red' })
      }
    },
    [company],
  )
  return { found, answer }
}
