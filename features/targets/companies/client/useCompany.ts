import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useIsOn } from '#core/client/session.ts'
import { hasLoaded, isOfflineNow, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { companyNames, pageKeysFor } from '#features/contacts/companyNamesContract.ts'
import { limits, type Target, targetEndpoints } from '../../contract.ts'
import { overlapsFlag } from '../../flagsContract.ts'
import { overlaps } from '../../overlaps/queries.ts'
import { companyTargetOf, eventsKnown, inOrder } from '../company.ts'
import type { MergedName } from '../contract.ts'
import { companyAnswer } from '../queries.ts'

/** Most overlaps listed. */
const MOST_OVERLAPS = 20

const none: MergedName[] = []

const isShown = ({ shared, status }: Target) => shared !== 'revoked' && shared !== 'rejected' && status !== 'deleted'

/** Loads a company by any spelling: this device's targets with pending changes, and data that only the server has. */
export function useCompany(name: string) {
  const rows = useRows(targetEndpoints)
  const isLoaded = useSyncStatus(hasLoaded)
  const isOffline = useSyncStatus(isOfflineNow)
  const hasOverlaps = useIsOn(overlapsFlag)
  const names = useQuery(companyNames, undefined)
  const keyOf = useMemo(() => pageKeysFor(names.value?.companies ?? []), [names.value])
  const key = keyOf(name)
  const isName = key !== '' && name.length <= limits.company
  const answer = useQuery(companyAnswer, isName ? name : null)
  const met = useQuery(
    overlaps,
    isName && hasOverlaps ? { company: name, contact: '', email: '', limit: MOST_OVERLAPS } : null,
  )
  const { value } = answer

  const here = useMemo(
    () => (key === '' ? [] : rows.filter((row) => isShown(row) && keyOf(row.company) === key)),
    [rows, key, keyOf],
  )
  const all = useMemo(() => {
    // This device is current for its own rows, including deletions and renames.
    const known = new Set(rows.map(({ id }) => id))
    return inOrder([...here.map(companyTargetOf), ...(value?.targets ?? []).filter(({ id }) => !known.has(id))])
  }, [rows, here, value])
  const events = useMemo(() => value?.events ?? eventsKnown(here), [value, here])
  const others = useMemo(() => {
    const seen = new Set(all.map(({ id }) => id))
    return met.value?.overlaps.filter(({ target_id }) => !seen.has(target_id))
  }, [met.value, all])

  const leading = useMemo(() => {
    const newestFirst = here.toSorted((a, b) => (a.created < b.created ? 1 : -1))
    return newestFirst.find(({ company }) => pageKeyOf(company) === key) ?? newestFirst[0]
  }, [here, key])
  const merged = value?.merged ?? none
  return {
    name: (merged.length > 0 ? value?.name : undefined) ?? leading?.company ?? value?.name ?? name,
    /** Further names of the company, for which only the server has who merged them. */
    merged,
    targets: all,
    events,
    /** Undefined until the server responds, because only the server has overlaps. */
    overlaps: hasOverlaps ? others : [],
    /** The company's new name if no one uses this one anymore. */
    movedTo: here.length === 0 && value?.isRenamed ? value.name : null,
    isCut: value?.isCut ?? false,
    isOffline: isOffline || answer.isOffline,
    /** The server has responded. */
    isWhole: value !== undefined,
    isAwaited: isName && (!isLoaded || (value === undefined && !answer.isOffline && answer.problem === null)),
    problem: answer.isOffline ? null : answer.problem,
    showOlder: answer.more,
    refresh: async () => {
      await Promise.all([answer.refresh(), names.refresh()])
    },
    keyOf,
  }
}
export type CompanySeen = ReturnType<typeof useCompany>
