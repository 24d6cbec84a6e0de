// Determines who would get a digest while it is edited.
import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import type { Audience } from '#core/contract/access.ts'
import type { Unmailed } from '../contract.ts'
import { skippedItems } from '../items.ts'
import type { DistributionList } from '../lists.ts'
import { digestUnmailed } from '../queries.ts'
import { contactsOf, type DigestValues } from './digestForm.ts'

const none = {}

export type Contacts = {
  /** Ids of the people who get it. */
  ids: ReadonlySet<string>
  /** Selected people who are left out or can't get digests. */
  left: readonly Unmailed[]
}

type Given = {
  values: Pick<DigestValues, 'user_ids' | 'list_ids' | 'left_out_ids'>
  lists: readonly DistributionList[]
  reach: Audience | undefined
}

export function useContacts({ values: { user_ids, list_ids, left_out_ids }, lists, reach }: Given): Contacts {
  const { value } = useQuery(digestUnmailed, none)
  return useMemo(() => {
    const chosen = contactsOf({ user_ids, list_ids }, lists, reach)
    return contactsWithout(chosen, left_out_ids, value?.people ?? [])
  }, [user_ids, list_ids, left_out_ids, lists, reach, value])
}

/** Splits the selected people into those who get the digest and those who don't, each with one reason. */
export function contactsWithout(
  chosen: ReadonlySet<string>,
  leftOutIds: readonly string[],
  unmailed: readonly Unmailed[],
): Contacts {
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
