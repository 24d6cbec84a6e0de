import { useMemo, useSyncExternalStore } from 'react'
import { useQuery } from '#core/client/reading.ts'
import { useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Hud, summary } from '../hudContract.ts'
import type { Gain } from './figures.ts'
import { gainsOf } from './gains.ts'

export type SummaryState = {
  hud: Hud
  /** When the server said it, an ISO instant. */
  at: string
  /** What is done here and not in it yet. */
  gain: Gain
  /** Whether the server could not be asked again. */
  isOld: boolean
}

/** The summary of whose pipeline this is, from this device, renewed from the server after each change; null until there is one. */
export function useHud(): SummaryState | null {
  const engine = useEngine()
  const { proxyFor } = useTargetPlace()
  const gains = useMemo(() => gainsOf(engine), [engine])
  const begun = () => {
    const isSettled = gains.settleBy()
    return (isKnown: boolean) => {
      // What was done meanwhile may be in it or not: the summary after it has been sent is sure.
      if (isKnown && engine.status.get().waiting > 0) return false
      isSettled()
      return true
    }
  }
  const { value: hud, at, problem } = useQuery(summary, { proxyUser: proxyFor }, { begun })
  const isOld = useSyncStatus(({ state }) => state === 'offline') || problem !== null
  const gain = useSyncExternalStore(gains.subscribe, gains.get)
  return useMemo(() => (hud && at ? { hud, at, gain, isOld } : null), [hud, at, gain, isOld])
}
