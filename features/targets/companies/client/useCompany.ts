import { useMemo } from 'react'
import { useQuery } from '#core/client/reading.ts'
import { useIsOn } from '#core/client/session.ts'
import { hasLoaded, isOfflineNow, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { limits, type Target, targetEndpoints } from '../../contract.ts'
import { overlapsFlag } from '../../flagsContract.ts'
import { overlaps } from '../../overlaps/readings.ts'
import { companyTargetOf, eventsKnown, inOrder, pageKeyOf } from '../company.ts'
import { companyAnswer } from '../readings.ts'

/** So many overlaps are listed. */
const MOST_OVERLAPS = 20

/** Names are compared again and again: each is normalised once. */
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

/**
 * A company by its name, however it is written: this device's targets there as they are now, with what waits to be sent, and
 * beside them what only the server knows.
 */
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
    // What this device has it knows best, also that a target has gone, or is called otherwise since.
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
    /** Undefined as long as nobody could be asked; overlaps are known to the server alone. */
    overlaps: hasOverlaps ? others : [],
    /** What it was renamed to, where nobody calls it so any more. */
    movedTo: here.length === 0 && value?.isRenamed ? value.name : null,
    isCut: value?.isCut ?? false,
    isOffline: isOffline || answer.isOffline,
    /** The server has told what it knows. */
    isWhole: value !== undefined,
    isAwaited: isName && (!isLoaded || (value === undefined && !answer.isOffline && answer.problem === null)),
    problem: answer.isOffline ? null : answer.problem,
    showOlder: answer.more,
  }
}
export type CompanySeen = ReturnType<typeof useCompany>
