import { useDebouncedValue } from '@mantine/hooks'
import { useCallback } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { useSearch } from '#core/client/query.ts'
import { toast } from '#core/client/toasts.ts'
import { limits } from '../../contract.ts'
import { type FoundOverlap, type OverlapAnswer, routes } from '../contract.ts'
import { overlaps } from '../queries.ts'

/** A one-letter name is still being typed. */
const SHORTEST = 2
const cut = (text: string, most: number) => text.trim().slice(0, most)

/** Empty offline, because only the server has overlaps. */
export function useOverlaps(company: string, contact: string, email: string) {
  const wanted = JSON.stringify({
    company: cut(company, limits.company),
    contact: cut(contact, limits.contact),
    email: cut(email, 254),
  })
  const [asked] = useDebouncedValue(wanted, 350)
  const query = JSON.parse(asked) as Record<'company' | 'contact' | 'email', string>
  const isShort = Object.values(query).every((text) => text.length < SHORTEST)
  const { value, problem, take } = useSearch(overlaps, isShort ? null : query)
  const found = problem ? none : (value?.overlaps ?? none)

  const answer = useCallback(
    /** null clears the response. */
    async (one: FoundOverlap, choice: OverlapAnswer | null) => {
      const said = (value: FoundOverlap['answer']) =>
        take({
          overlaps: found.map((other) => (other.target_id === one.target_id ? { ...other, answer: value } : other)),
        })
      said(choice)
      try {
        const params = { id: one.target_id }
        if (choice === null) await call(routes.takeBackAnswer, { params })
        else
          await call(routes.answerOverlap, {
            params,
            body: { ...(JSON.parse(wanted) as typeof query), answer: choice },
          })
      } catch (thrown) {
        said(one.answer)
        toast({ message: problemOf(thrown), color: 'red' })
      }
    },
    [wanted, found, take],
  )
  return { found, answer }
}

const none: FoundOverlap[] = []
