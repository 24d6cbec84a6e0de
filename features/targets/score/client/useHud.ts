import { useMemo, useSyncExternalStore } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Hud, summary } from '../hudContract.ts'
import type { Gain } from './figures.ts'
import { gainsOf } from './gains.ts'

export type SummaryState = {
  hud: Hud
  /** Time of the server's response, an ISO instant. */
  at: string
  /** Actions of this device that it doesn't include yet. */
  gain: Gain
  /** True if the refresh failed. */
  isOld: boolean
}

/** Returns the stored summary of the pipeline's owner and refreshes it after each change. Null until there is one. */
export function useHud(): SummaryState | null {
  const engine = useEngine()
  const { proxyFor } = useTargetPlace()
  const gains = useMemo(() => gainsOf(engine), [engine])
  const begun = () => {
    const isSettled = gains.settleBy()
    return (isKnown: boolean) => {
      // The response may or may not include pending actions, so the next summary after sending them decides.
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
