// The ways out: logging out, and going back from another's name. Nothing unsent is lost without being asked for.
import { useCallback, useMemo } from 'react'
import { create } from 'zustand'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import type { Product } from '#core/client/feature.ts'
import { useProduct } from '#core/client/product.ts'
import { identityOf, session, useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { toastLater } from '#core/client/toastLater.ts'
import { toast } from '#core/client/toasts.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { routes } from '../../sessionContract.ts'
import { closeEngine } from './engine.ts'

/** How long leaving waits for what can still be sent. */
const LAST_SEND_MS = 8000

type Leaving = {
  /** How many changes would be lost; the person is being asked. */
  unsaved: number | null
  /** What happens once the person agreed. */
  go: (() => Promise<void>) | null
}
const useQuestion = create<Leaving>(() => ({ unsaved: null, go: null }))

const settleWithin = (work: Promise<unknown>, ms: number) =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))])

async function askBefore(engine: Engine, go: () => Promise<void>) {
  if (engine.outbox.list().length > 0) await settleWithin(engine.flush(), LAST_SEND_MS)
  const unsaved = engine.outbox.list().length
  if (unsaved > 0) useQuestion.setState({ unsaved, go })
  else await go()
}

/** Ends the session and deletes what this person has on this device. */
async function logoutNow(engine: Engine, leaveDevice: Product['leave']) {
  await settleWithin(leaveDevice(), LAST_SEND_MS)
  await settleWithin(call(routes.logout, {}), LAST_SEND_MS)
  await engine.destroy()
  void closeEngine()
  session.end()
}

/** Back to the person who switched: their session goes on, and what was kept of the other is destroyed. */
async function switchBackNow(engine: Engine) {
  const now = session.get()
  const back = now?.Switch
  if (!back || isGoing) return
  isGoing = true
  try {
    const { routes: switching } = await import('../../switchingContract.ts')
    const original = await call(switching.switchBack, { body: { token: back.token } }, { token: now.token })
    // First who works here, so that other tabs follow and none takes the deletion for a logout.
    session.start(original)
    await settleWithin(engine.destroy(), LAST_SEND_MS)
    toastLater({ message: `Successfully switched to ${original.user.fullname}`, color: 'green' })
    location.replace('/')
  } catch (thrown) {
    isGoing = false
    session.follow()
    // Another tab was quicker.
    if (identityOf(session.get()) !== identityOf(now)) return
    toast({ message: problemOf(thrown), color: 'red' })
    if (!(thrown instanceof ApiError) || thrown.status !== 401) return
    // The way back is gone with the session it led to: all that is left is to sign in again.
    await settleWithin(engine.destroy(), LAST_SEND_MS)
    void closeEngine()
    session.end()
  }
}

/** This page is on its way to another identity by itself. */
let isGoing = false
export const isSwitching = () => isGoing

const stay = () => useQuestion.setState({ unsaved: null, go: null })

const waysOf = (leaveDevice: Product['leave']) => ({
  logout: (engine: Engine) => askBefore(engine, () => logoutNow(engine, leaveDevice)),
  switchBack: (engine: Engine) => askBefore(engine, () => switchBackNow(engine)),
  /** Ends the session on this device and keeps what waits for this person's next sign-in. */
  async endHere(engine: Engine) {
    await settleWithin(engine.flush(), LAST_SEND_MS)
    await settleWithin(leaveDevice(), LAST_SEND_MS)
    await settleWithin(call(routes.logout, {}), LAST_SEND_MS)
    await closeEngine()
    session.end()
  },
  stay,
  async leave() {
    const { go } = useQuestion.getState()
    stay()
    await go?.()
  },
})

/** The ways out, and the question that one of them may be waiting for. */
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
