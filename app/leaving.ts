// The ways out: logging out, and going back from another's name. Nothing unsent is lost without being asked for.
import { create } from 'zustand'
import { call, problemOf } from '#core/client/api.ts'
import { session } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { routes } from '#features/account/contract.ts'
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
async function logoutNow(engine: Engine) {
  await settleWithin(call(routes.logout, {}), LAST_SEND_MS)
  await engine.destroy()
  closeEngine()
  session.end()
}

/** Back to the person who switched, with the token of the way back. */
async function switchBackNow(engine: Engine) {
  const back = session.get()?.Switch
  if (!back) return
  try {
    const me = await call(routes.me, {}, { token: back.token })
    await engine.destroy()
    closeEngine()
    session.start({ ...me, token: back.token })
    location.replace('/')
  } catch (thrown) {
    toast({ message: problemOf(thrown), color: 'red' })
  }
}

const stay = () => useQuestion.setState({ unsaved: null, go: null })

const ways = {
  logout: (engine: Engine) => askBefore(engine, () => logoutNow(engine)),
  switchBack: (engine: Engine) => askBefore(engine, () => switchBackNow(engine)),
  /** Ends the session on this device and keeps what waits for this person's next sign-in. */
  async endHere(engine: Engine) {
    await settleWithin(engine.flush(), LAST_SEND_MS)
    await settleWithin(call(routes.logout, {}), LAST_SEND_MS)
    await engine.close()
    closeEngine()
    session.end()
  },
  stay,
  async leave() {
    const { go } = useQuestion.getState()
    stay()
    await go?.()
  },
}

/** The ways out, and the question that one of them may be waiting for. */
export const useLeaving = () => ({ ...ways, unsaved: useQuestion((state) => state.unsaved) })
