// The ways out: logging out, going back from another's name, ending here. Nothing unsent is lost without being asked for.
import { ApiError, call, problemOf } from '#core/client/api.ts'
import type { Product } from '#core/client/feature.ts'
import { identityOf, session } from '#core/client/session.ts'
import { toastLater } from '#core/client/toastLater.ts'
import { toast } from '#core/client/toasts.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { routes } from '../../sessionContract.ts'
import { routes as switching } from '../../switchingContract.ts'
import { closeEngine } from './engine.ts'
import { going, useQuestion } from './leaving.ts'

/** How long leaving waits for what can still be sent. */
const LAST_SEND_MS = 8000

type LeaveDevice = Product['leave']

const settleWithin = (work: Promise<unknown>, ms: number) =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))])

async function askBefore(engine: Engine, go: () => Promise<void>) {
  if (engine.outbox.list().length > 0) await settleWithin(engine.flush(), LAST_SEND_MS)
  const unsaved = engine.outbox.list().length
  if (unsaved > 0) useQuestion.setState({ unsaved, go })
  else await go()
}

/** Ends the session and deletes what this person has on this device. */
async function logoutNow(engine: Engine, leaveDevice: LeaveDevice) {
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
  if (!back || going.isOn) return
  going.isOn = true
  try {
    const original = await call(switching.switchBack, { body: { token: back.token } }, { token: now.token })
    // First who works here, so that other tabs follow and none takes the deletion for a logout.
    session.start(original)
    await settleWithin(engine.destroy(), LAST_SEND_MS)
    toastLater({ message: `Successfully switched to ${original.user.fullname}`, color: 'green' })
    location.replace('/')
  } catch (thrown) {
    going.isOn = false
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

export const logout = (engine: Engine, leaveDevice: LeaveDevice) =>
  askBefore(engine, () => logoutNow(engine, leaveDevice))

export const switchBack = (engine: Engine) => askBefore(engine, () => switchBackNow(engine))

/** Ends the session on this device and keeps what waits for this person's next sign-in. */
export async function endHere(engine: Engine, leaveDevice: LeaveDevice) {
  await settleWithin(engine.flush(), LAST_SEND_MS)
  await settleWithin(leaveDevice(), LAST_SEND_MS)
  await settleWithin(call(routes.logout, {}), LAST_SEND_MS)
  await closeEngine()
  session.end()
}
