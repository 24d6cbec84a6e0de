// Loads the people of distribution lists that have only their number.
import { useEffect, useMemo, useRef, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { useSteadyCallback } from '#core/ui/useSteadyCallback.ts'
import { type DistributionList, type ListPerson, listRoutes } from '../lists.ts'

export type ListPeople = {
  /** All lists, with the people who have loaded. */
  lists: readonly DistributionList[]
  /** Whether the people of all wanted lists have loaded. */
  isWhole: boolean
  /** Returns the list with its people, or null if they couldn't be loaded. */
  load: (list: DistributionList) => Promise<DistributionList | null>
}

/** Most people that a page can have. */
const PAGE = 500
const noPeople: ReadonlyMap<string, ListPerson[]> = new Map()

/** `wanted` are the IDs of lists whose people load right away. */
export function useListPeople(lists: readonly DistributionList[], wanted: readonly string[]): ListPeople {
  const [known, setKnown] = useState(noPeople)
  const loading = useRef(new Map<string, Promise<ListPerson[]>>())
  const whole = useMemo(() => lists.map((list) => withPeople(list, known.get(keyOf(list)))), [lists, known])
  const load = useSteadyCallback(async (list: DistributionList) => {
    if (list.users) return list
    const key = keyOf(list)
    const reading = loading.current.get(key) ?? readListPeople(list.id)
    loading.current.set(key, reading)
    try {
      const people = await reading
      setKnown((before) => new Map(before).set(key, people))
      return withPeople(list, people)
    } catch (thrown) {
      loading.current.delete(key)
      toast({ message: problemOf(thrown), color: 'red' })
      return null
    }
  })
  const missing = whole.filter(({ id, users }) => users === null && wanted.includes(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the lists
  useEffect(() => {
    for (const list of missing) void load(list)
  }, [missing.map(keyOf).join(), load])
  return { lists: whole, isWhole: missing.length === 0, load }
}

/** An edited list has other people. */
const keyOf = ({ id, revision }: DistributionList) => `${id}:${revision}`

const withPeople = (list: DistributionList, people: ListPerson[] | undefined): DistributionList =>
  list.users || !people ? list : { ...list, users: people, user_ids: people.map(({ user_id }) => user_id) }

async function readListPeople(id: string): Promise<ListPerson[]> {
  const people: ListPerson[] = []
  let after: string | undefined
  do {
    const page = await call(listRoutes.people, { params: { id }, query: { after, limit: PAGE } })
    people.push(...page.people)
    after = page.next ?? undefined
  } while (after !== undefined)
  return people
}
