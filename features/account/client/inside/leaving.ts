// Provides the ways to sign out, and their confirmation. The code behind them loads on demand.
import { useCallback, useMemo } from 'react'
import type { Product } from '#core/client/feature.ts'
import { useProduct } from '#core/client/product.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import type { Engine } from '#core/sync/client/types.ts'
import { useQuestion } from './leavingState.ts'

export const loadWays = () => import('./sessionTransitions.ts')

const stay = () => useQuestion.setState({ unsaved: null, go: null })

const waysOf = (leaveDevice: Product['leave']) => ({
  logout: (engine: Engine) => loadWays().then((ways) => ways.logout(engine, leaveDevice)),
  switchBack: (engine: Engine) => loadWays().then((ways) => ways.switchBack(engine)),
  /** Ends the session on this device and keeps queued changes for this person's next sign-in. */
  endHere: (engine: Engine) => loadWays().then((ways) => ways.endHere(engine, leaveDevice)),
  endOfSession: (engine: Engine) => loadWays().then((ways) => ways.endOfSession(engine, leaveDevice)),
  stay,
  async leave() {
    const { go } = useQuestion.getState()
    stay()
    await go?.()
  },
})

export function useLeaving() {
  const { leave } = useProduct()
  const unsaved = useQuestion((state) => state.unsaved)
  return useMemo(() => ({ ...waysOf(leave), unsaved }), [leave, unsaved])
}

/** Returns the way out: ends the switch, or logs out. */
export function useWayOut(): () => void {
  const engine = useEngine()
  const { logout, switchBack } = useLeaving()
  const isSwitched = useSession()?.Switch !== undefined
  return useCallback(
    () => void (isSwitched ? switchBack(engine) : logout(engine)),
    [engine, logout, switchBack, isSwitched],
  )
}
