// Implements logging out, ending a switch, and ending the session on this device. Unsent changes are never lost without
// confirmation.
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { readDrafts, restoreDraft } from '#core/client/drafts.ts'
import type { Product } from '#core/client/feature.ts'
import { identityOf, session } from '#core/client/session.ts'
import { toastLater } from '#core/client/toastLater.ts'
import { toast } from '#core/client/toasts.ts'
import type { Session } from '#core/contract/session.ts'
import { FORM_DRAFTS } from '#core/sync/client/clearOnSignOut.ts'
import type { Engine, StoredDraft } from '#core/sync/client/types.ts'
import { routes as own } from '../../ownContract.ts'
import { routes } from '../../sessionContract.ts'
import { routes as switching } from '../../switchingContract.ts'
import { clearPersonData, clearStoredData } from './clearing.ts'
import { closeEngine } from './currentEngine.ts'
import { going, useQuestion } from './leavingState.ts'

/** Attempts, and milliseconds between them, to report a wiped device to the server. */
const TELL_TRIES = 5
const TELL_AGAIN_MS = 2000
/** Milliseconds that leaving waits for a last send. */
const LAST_SEND_MS = 8000

/**
 * Milliseconds before a queue resumes after a refusal with a valid session, or after no response. The longer delay
 * applies if that just happened.
 */
const RESUME_MS = 1000
const RESUME_AGAIN_MS = 60_000
let resumedAt = 0

type LeaveDevice = Product['leave']

const settleWithin = (work: Promise<unknown>, ms: number) =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))])

async function askBefore(engine: Engine, go: () => Promise<void>) {
  if (engine.outbox.list().length > 0 && !session.isDead()) await settleWithin(engine.flush(), LAST_SEND_MS)
  const unsaved = engine.outbox.list().length
  if (unsaved > 0) useQuestion.setState({ unsaved, go })
  else await go()
}

/** Ends the session and deletes this person's data from this device. */
async function logoutNow(engine: Engine, leaveDevice: LeaveDevice) {
  await settleWithin(leaveDevice(), LAST_SEND_MS)
  await settleWithin(call(routes.logout, {}), LAST_SEND_MS)
  publishToTabs('You signed out in another tab.')
  const identity = identityOf(session.get())
  await engine.destroy()
  await settleWithin(clearStoredData(identity), LAST_SEND_MS)
  void closeEngine()
  session.end()
}

/** Returns to the person who switched: their session continues, and the data of the other person is deleted. */
async function switchBackNow(engine: Engine) {
  const now = session.get()
  const back = now?.Switch
  if (!back || going.isOn) return
  going.isOn = true
  try {
    const original = await call(switching.switchBack, { body: { token: back.token } }, { token: now.token })
    // Sets the identity first, so that other tabs don't treat the deletion as a logout.
    session.start(original)
    await settleWithin(engine.destroy(), LAST_SEND_MS)
    toastLater({ message: `Successfully switched to ${original.user.fullname}`, color: 'green' })
    location.replace('/')
  } catch (thrown) {
    going.isOn = false
    session.follow()
    // Another tab has already switched back.
    if (identityOf(session.get()) !== identityOf(now)) return
    toast({ message: problemOf(thrown), color: 'red' })
    if (!(thrown instanceof ApiError) || thrown.status !== 401) return
    // The session to return to has ended as well, so the person has to sign in again.
    await settleWithin(engine.destroy(), LAST_SEND_MS)
    void closeEngine()
    session.end()
  }
}

export const logout = (engine: Engine, leaveDevice: LeaveDevice) =>
  askBefore(engine, () => logoutNow(engine, leaveDevice))

export const switchBack = (engine: Engine) => askBefore(engine, () => switchBackNow(engine))

/** Ends the session on this device and keeps queued changes for this person's next sign-in. */
export async function endHere(engine: Engine, leaveDevice: LeaveDevice) {
  await settleWithin(engine.flush(), LAST_SEND_MS)
  await settleWithin(leaveDevice(), LAST_SEND_MS)
  await settleWithin(call(routes.logout, {}), LAST_SEND_MS)
  await clearOnSignOut()
  session.end()
}

/** Handles a session that the server ended. Keeps only queued changes, or nothing if the person asked for a wipe. */
export async function endOfSession(engine: Engine, leaveDevice: LeaveDevice) {
  const now = session.get()
  if (!now || going.isOn) return
  let { waiting } = engine.status.get()
  const isToWipe = session.isToWipe()
  await settleWithin(leaveDevice(), LAST_SEND_MS)
  if (isToWipe) await wipeNow(engine, now)
  // This tab might not have received what another tab queued.
  else waiting = (await clearOnSignOut()) ?? waiting
  // Another tab can have done this, and the person can be back by now.
  if (session.get()?.token !== now.token) return
  const message = isToWipe ? wiped : endedWith(waiting)
  publishToTabs(message)
  session.end()
  toast({ message, about: ENDED, stays: true })
}

/** Storage key of the message about the end of a session, which the tabs of this browser share. */
const ENDED = 'ended'
const HEARD_WITHIN_MS = 30_000
let isSaidHere = false

function publishToTabs(message: string) {
  isSaidHere = true
  try {
    localStorage.setItem(ENDED, JSON.stringify({ message, at: Date.now() }))
  } catch {
    // Without storage, tabs share no session.
  }
}

/** Handles a session that another tab ended: keeps drafts, locks everything else, and shows the other tab's message. */
export async function endedElsewhere(): Promise<void> {
  await clearOnSignOut()
  showSessionEnded()
}

function showSessionEnded() {
  try {
    const { message, at } = JSON.parse(localStorage.getItem(ENDED) ?? '{}') as { message?: string; at?: number }
    if (!isSaidHere && message && Date.now() - (at ?? 0) < HEARD_WITHIN_MS)
      toast({ message, about: ENDED, stays: true })
  } catch {
    // A message that can't be read isn't shown.
  }
  isSaidHere = false
}

/** Deletes all of the person's data on this device, including queued changes, and confirms the wipe. */
async function wipeNow(engine: Engine, { user, token }: Session) {
  await settleWithin(engine.destroy(), LAST_SEND_MS)
  void closeEngine()
  await clearPersonData(user.id)
  for (let tries = 0; tries < TELL_TRIES; tries++) {
    try {
      await call(own.wiped, { body: { token } }, { token: '' })
      break
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TELL_AGAIN_MS))
    }
  }
  localStorage.clear()
  sessionStorage.clear()
}

const wiped = 'This device was signed out, and its Pursuit data was deleted.'
const endedWith = (waiting: number) =>
  waiting === 0
    ? 'Your session has ended. Sign in again.'
    : `Your session has ended. ${waiting} unsaved ${waiting === 1 ? 'change is' : 'changes are'} kept on this device and will sync after you sign in again.`

/** Checks whether the session has ended, because one rejected call doesn't prove it. */
export async function askWhetherDead(engine: Engine, identity: string): Promise<void> {
  try {
    // A 401 marks the session as dead. Otherwise an area can be closed to this person now.
    session.refresh(await call(routes.me, {}))
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 401) return
  }
  const wait = Date.now() - resumedAt < RESUME_AGAIN_MS ? RESUME_AGAIN_MS : RESUME_MS
  setTimeout(() => {
    resumedAt = Date.now()
    if (identityOf(session.get()) === identity && !session.isDead()) engine.resume()
  }, wait)
}

/** Reads the person again, because the stream only signals that the session or its rights may have changed. */
export async function whoAmI(token: string): Promise<void> {
  if (session.get()?.token !== token) return
  const me = await call(routes.me, {}).catch(() => undefined)
  if (me && session.get()?.token === token) session.refresh(me)
}

/**
 * Closes this tab's engine and keeps its drafts for the same person. Returns the number of queued changes, if it had an
 * engine.
 */
async function clearOnSignOut(): Promise<number | undefined> {
  let waiting: number | undefined
  await closeEngine(async (engine) => {
    waiting = await engine.lockAway(readDrafts(engine.actor.id))
  })
  return waiting
}

const isBroughtBack = new WeakSet<Engine>()

/** Offers drafts from an earlier session, once per engine. */
async function restoreDrafts(engine: Engine): Promise<void> {
  if (isBroughtBack.has(engine)) return
  isBroughtBack.add(engine)
  const record = await engine.readRecord<StoredDraft[]>(FORM_DRAFTS)
  restoreDraft(record?.value ?? [], (left) => void engine.writeRecord(FORM_DRAFTS, left).catch(() => undefined))
}

/** Refreshes the person from the server. Offline, the copy on the device is used. */
export async function refreshSession(engine: Engine): Promise<void> {
  void restoreDrafts(engine).catch(() => undefined)
  try {
    const me = await call(routes.me, {})
    session.refresh(me)
    await engine.writeRecord('user', me)
  } catch {
    // A dead session is handled elsewhere. Other errors are retried at the next start.
  }
}
