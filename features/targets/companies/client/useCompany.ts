import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useIsOn } from '#core/client/session.ts'
import { hasLoaded, isOfflineNow, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { limits, type Target, targetEndpoints } from '../../contract.ts'
import { overlapsFlag } from '../../flagsContract.ts'
import { overlaps } from '../../overlaps/queries.ts'
import { companyTargetOf, eventsKnown, inOrder } from '../company.ts'
import { companyAnswer } from '../queries.ts'

/** Most overlaps listed. */
const MOST_OVERLAPS = 20

/** Caches normalized names, because names are compared often. */
const keys = new Map<string, string>()
function keyOf(company: string): string {
  let key = keys.get(company)
  if (key === undefined) {
    key = pageKeyOf(company)
    keys.set(company, key)
  }
  return key
}

const isShown = ({ shared, status }: Target) => shared !== 'revoked' && shared !== 'rejected' && status !== 'deleted'

/** Loads a company by any spelling: this device's targets with pending changes, and data that only the server has. */
export function useCompany(name: string) {
  const rows = useRows(targetEndpoints)
  const isLoaded = useSyncStatus(hasLoaded)
  const isOffline = useSyncStatus(isOfflineNow)
  const hasOverlaps = useIsOn(overlapsFlag)
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
    [rows, key],
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

  const newest = here.toSorted((a, b) => (a.created < b.created ? 1 : -1))[0]
  return {
    name: newest?.company ?? value?.name ?? name,
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
  }
}
export type CompanySeen = ReturnType<typeof useCompany>
