// Who would get a digest, as it is put together.
import { useMemo } from 'react'
import { useReading } from '#core/client/reading.ts'
import type { Reach } from '#core/contract/access.ts'
import type { Unmailed } from '../contract.ts'
import type { DistributionList } from '../lists.ts'
import { digestUnmailed } from '../readings.ts'
import { contactsOf, type DigestValues } from './digestForm.ts'

const none = {}

export type Contacts = {
  /** Ids of those who get it. */
  ids: ReadonlySet<string>
  /** Those who are chosen and get no digests. */
  left: readonly Unmailed[]
}

type Given = {
  values: Pick<DigestValues, 'user_ids' | 'list_ids'>
  lists: readonly DistributionList[]
  reach: Reach | undefined
}

export function useContacts({ values: { user_ids, list_ids }, lists, reach }: Given): Contacts {
  const { value } = useReading(digestUnmailed, none)
  return useMemo(() => {
    const chosen = contactsOf({ user_ids, list_ids }, lists, reach)
    const left = (value?.people ?? []).filter((one) => chosen.has(one.user_id))
    const unmailed = new Set(left.map((one) => one.user_id))
    return { ids: new Set([...chosen].filter((id) => !unmailed.has(id))), left }
  }, [user_ids, list_ids, lists, reach, value])
}
