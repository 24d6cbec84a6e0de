// Cached responses, shown right away with their age and refreshed when they may be old.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Engine } from '#core/sync/client/types.ts'
import { type Reading, recordOf } from '#core/sync/query.ts'
import { cellOf, emptyState, type QueryRequest, type QueryState } from './answers.ts'
import { useEngine } from './sync.tsx'

export type LoadedQuery<A> = QueryState<A> & {
  refresh: () => Promise<void>
  more: (() => Promise<void>) | undefined
  /** Shows and stores another response, such as one with more pages. */
  take: (value: A) => void
}
/** A changed `when` requests the data again. */
type Options = QueryRequest & { when?: unknown }

/** Delay of a live query's refresh after the last change. Source: the specification, section 9. */
const REFRESH_DELAY_MS = 100
/** An older response is refreshed when the person returns to the page. */
const OLD_MS = 60_000

/**
 * Keyed by the query's `keyOf`. Null requests nothing. Requests when shown, when the network comes back, and as the
 * query says.
 */
export function useQuery<I, A>(reading: Reading<I, A>, input: I | null, asking: Options = {}): LoadedQuery<A> {
  const engine = useEngine()
  const latest = useRef({ input, asking })
  latest.current = { input, asking }
  const { proxyFor, when } = asking
  const name = input === null ? null : recordOf(reading, input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the input
  const cell = useMemo(() => {
    const { input: now, asking: how } = latest.current
    const begun = () => latest.current.asking.begun?.() ?? (() => true)
    return now === null ? null : cellOf(engine, reading, now, { ...how, begun })
  }, [engine, reading, name, proxyFor])
  const known = useSyncExternalStore(cell?.subscribe ?? never, cell?.get ?? none<A>)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `when` is a reason to ask again
  useEffect(() => void cell?.ask(), [cell, when])
  useEffect(() => {
    if (cell) return whenItMayBeOld(engine, reading.isLive === true, cell.get, () => cell.ask())
  }, [cell, engine, reading])
  return useMemo(
    () => ({
      ...known,
      refresh: async () => cell?.ask(),
      more:
        known.value !== undefined && !reading.pages?.isWhole && reading.pages?.nextOf(known.value)
          ? async () => cell?.more()
          : undefined,
      take: (value: A) => cell?.take(value),
    }),
    [known, cell, reading],
  )
}

/** Whether there is a response, or it's known that none comes. Content below waits for it, so that it doesn't move. */
export const hasSettled = ({
  value,
  isOffline,
  problem,
}: Pick<LoadedQuery<unknown>, 'value' | 'isOffline' | 'problem'>) =>
  value !== undefined || isOffline || problem !== null

/** For a searched list: earlier results stay, as `isStale`, until the new response arrives. */
export function useSearch<I, A>(
  reading: Reading<I, A>,
  input: I | null,
  asking: Options = {},
): LoadedQuery<A> & { isStale: boolean } {
  const now = useQuery(reading, input, asking)
  const last = useRef<A>(undefined)
  if (now.value !== undefined) last.current = now.value
  if (input === null) last.current = undefined
  const isStale = input !== null && now.value === undefined && now.problem === null
  return { ...now, value: isStale ? last.current : now.value, isStale }
}

const never = () => () => undefined
const none = <A>(): QueryState<A> => emptyState

/** Calls `ask` whenever the response may be old. */
function whenItMayBeOld(engine: Engine, isLive: boolean, get: () => QueryState<unknown>, ask: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), REFRESH_DELAY_MS)
  }
  const back = () => {
    const { at, isFresh } = get()
    const isOld = !isFresh || at === null || Date.now() - Date.parse(at) > OLD_MS
    if (document.visibilityState === 'visible' && isOld) soon()
  }
  let last = engine.status.get()
  const look = () => {
    const now = engine.status.get()
    const isDrained = now.waiting === 0 && last.waiting > 0
    const isPulled = now.lastSync !== last.lastSync
    const isBack = last.offlineSince !== null && now.offlineSince === null
    last = now
    if (isLive && now.waiting === 0 && (isDrained || isPulled)) soon()
    // The browser reports only its network, not a server that was down.
    if (isBack) back()
  }
  const reasons = ['online', 'focus'] as const
  for (const reason of reasons) addEventListener(reason, back)
  document.addEventListener('visibilitychange', back)
  const leave = engine.status.subscribe(look)
  return () => {
    clearTimeout(timer)
    for (const reason of reasons) removeEventListener(reason, back)
    document.removeEventListener('visibilitychange', back)
    leave()
  }
}
