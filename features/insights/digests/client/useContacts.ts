// Determines who would get a digest while it is edited.
import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import type { Audience } from '#core/contract/access.ts'
import type { Digest, DigestPerson, SkippedCount, Unmailed } from '../contract.ts'
import { skippedItems } from '../items.ts'
import { digestPeopleQuery, digestUnmailed } from '../queries.ts'
import { contactsOf, type DigestValues, loadedRecipients } from './digestForm.ts'
import { skippedCounts } from './digestLabels.ts'
import type { ListPeople } from './useListPeople.ts'

const none = {}
const noOne: DigestPerson[] = []
/** People whose names are shown before the others have loaded. */
const FIRST = 20

export type Contacts = {
  /** Number of people who get it. */
  count: number
  /** Selected people who are left out or can't get digests. */
  skipped: readonly SkippedCount[]
  /** Null while the stored people, or those of a list, haven't loaded. */
  known: KnownContacts | null
  /** The first stored people, while the others haven't loaded. */
  first: readonly DigestPerson[]
}

export type KnownContacts = {
  /** Ids of the people who get it. */
  ids: ReadonlySet<string>
  /** Selected people who are left out or can't get digests. */
  left: readonly Unmailed[]
}

type Given = {
  values: DigestValues
  /** The digest on the server, if it has one. */
  stored: Digest | null
  listPeople: Pick<ListPeople, 'lists' | 'isWhole'>
  reach: Audience | undefined
}

export function useContacts({ values, stored, listPeople: { lists, isWhole }, reach }: Given): Contacts {
  const { user_ids, list_ids, left_out_ids } = values
  const isLoaded = loadedRecipients(values) !== null
  const { value } = useQuery(digestUnmailed, none)
  const asked = useQuery(digestPeopleQuery, stored === null || isLoaded ? null : { id: stored.id, limit: FIRST })
  const known = useMemo(() => {
    if (!user_ids || !left_out_ids || !isWhole) return null
    const chosen = contactsOf({ user_ids, list_ids }, lists, reach)
    return contactsWithout(chosen, left_out_ids, value?.people ?? [])
  }, [user_ids, list_ids, left_out_ids, lists, isWhole, reach, value])
  return useMemo(() => {
    if (known) return { count: known.ids.size, skipped: skippedCounts(known.left), known, first: noOne }
    const first = asked.value?.people.filter((one) => one.is_recipient) ?? noOne
    const reaches = lists.flatMap(({ id, reach: count }) => (list_ids.includes(id) ? count : []))
    // A chosen list reaches at least as many until its people have loaded.
    const least = isWhole ? 0 : Math.max(0, ...reaches)
    return { count: Math.max(stored?.contacts ?? 0, least), skipped: asked.value?.skipped ?? [], known, first }
  }, [known, asked.value, stored, lists, list_ids, isWhole])
}

/** Splits the selected people into those who get the digest and those who don't, each with one reason. */
export function contactsWithout(
  chosen: ReadonlySet<string>,
  leftOutIds: readonly string[],
  unmailed: readonly Unmailed[],
): KnownContacts {
  const reasons = new Map([
    ...unmailed.map(({ user_id, reason }) => [user_id, reason] as const),
    ...leftOutIds.map((id) => [id, skippedItems.byAuthor] as const),
  ])
  const left = [...chosen].flatMap((user_id) => {
    const reason = reasons.get(user_id)
    return reason === undefined ? [] : [{ user_id, reason }]
  })
  return { ids: new Set([...chosen].filter((id) => !reasons.has(id))), left }
}
