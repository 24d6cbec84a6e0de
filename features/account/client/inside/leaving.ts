// The ways out for components, and the question that one of them may be waiting for. What they do is loaded when one is taken.
import { useCallback, useMemo } from 'react'
import { create } from 'zustand'
import type { Product } from '#core/client/feature.ts'
import { useProduct } from '#core/client/product.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import type { Engine } from '#core/sync/client/engine.ts'

type Question = {
  /** How many changes would be lost; the person is being asked. */
  unsaved: number | null
  /** What happens once the person agreed. */
  go: (() => Promise<void>) | null
}
export const useQuestion = create<Question>(() => ({ unsaved: null, go: null }))

/** Whether this page is on its way to another identity by itself. */
export const going = { isOn: false }

export const loadWays = () => import('./ways.ts')

const stay = () => useQuestion.setState({ unsaved: null, go: null })

const waysOf = (leaveDevice: Product['leave']) => ({
  logout: (engine: Engine) => loadWays().then((ways) => ways.logout(engine, leaveDevice)),
  switchBack: (engine: Engine) => loadWays().then((ways) => ways.switchBack(engine)),
  /** Ends the session on this device and keeps what waits for this person's next sign-in. */
  endHere: (engine: Engine) => loadWays().then((ways) => ways.endHere(engine, leaveDevice)),
  /** The server has ended the session. */
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

/** The way out of whoever works here: back from another's name, or out. */
export function useWayOut(): () => void {
  const engine = useEngine()
  const { logout, switchBack } = useLeaving()
  const isSwitched = useSession()?.Switch !== undefined
  return useCallback(
    () => void (isSwitched ? switchBack(engine) : logout(engine)),
    [engine, logout, switchBack, isSwitched],
  )
}
