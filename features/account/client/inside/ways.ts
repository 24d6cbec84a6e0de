// The ways out: logging out, going back from another's name, ending here. Nothing unsent is lost without being asked for.
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { readDrafts, restoreDraft } from '#core/client/drafts.ts'
import type { Product } from '#core/client/feature.ts'
import { identityOf, session } from '#core/client/session.ts'
import { toastLater } from '#core/client/toastLater.ts'
import { toast } from '#core/client/toasts.ts'
import type { Session } from '#core/contract/session.ts'
import type { Engine, StoredDraft } from '#core/sync/client/engine.ts'
import { FORM_DRAFTS } from '#core/sync/client/lockAway.ts'
import { routes as own } from '../../ownContract.ts'
import { routes } from '../../sessionContract.ts'
import { routes as switching } from '../../switchingContract.ts'
import { closeEngine } from './engine.ts'
import { clearPersonData, clearStoredData } from './forgetting.ts'
import { going, useQuestion } from './leaving.ts'

/** The server is told of a wiped device so many times, so far apart, until it has heard. */
const TELL_TRIES = 5
const TELL_AGAIN_MS = 2000
/** How long leaving waits for what can still be sent. */
const LAST_SEND_MS = 8000

/** Before a queue goes on that was refused although the session lives, or was not answered; and where that was so a moment ago. */
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

/** Ends the session and deletes what this person has on this device. */
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
  await clearOnSignOut()
  session.end()
}

/** The server has ended the session: what waits to be sent stays for this person, everything else is deleted. Or all of it, where they asked for that. */
export async function endOfSession(engine: Engine, leaveDevice: LeaveDevice) {
  const now = session.get()
  if (!now || going.isOn) return
  let { waiting } = engine.status.get()
  const isToWipe = session.isToWipe()
  await settleWithin(leaveDevice(), LAST_SEND_MS)
  if (isToWipe) await wipeNow(engine, now)
  // This tab may not have heard yet of what another one has queued.
  else waiting = (await clearOnSignOut()) ?? waiting
  // Another tab may have been quicker, and the person may be back by now.
  if (session.get()?.token !== now.token) return
  const message = isToWipe ? wiped : endedWith(waiting)
  publishToTabs(message)
  session.end()
  toast({ message, about: ENDED, stays: true })
}

/** What is said of the end of the session, and the place where the tabs of this browser say it to each other. */
const ENDED = 'ended'
const HEARD_WITHIN_MS = 30_000
let isSaidHere = false

function publishToTabs(message: string) {
  isSaidHere = true
  try {
    localStorage.setItem(ENDED, JSON.stringify({ message, at: Date.now() }))
  } catch {
    // Without storage there is no session that tabs share.
  }
}

/** The session ended in another tab: this one keeps what was typed in it, leaves nothing else behind, and says what was said there. */
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
    // What can't be read is not said.
  }
  isSaidHere = false
}

/** Deletes all that this device has of the person, what waits to be sent too, and tells the server that it is done. */
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

/** A refusal of one call says little: only where the session itself is refused it is over. */
export async function askWhetherDead(engine: Engine, identity: string): Promise<void> {
  try {
    // A 401 marks the session as dead. Otherwise something may be closed to this person now.
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

/** A stream says no more than that the session may be over, or that the person may be shown something else: a call says what it is. */
export async function whoAmI(token: string): Promise<void> {
  if (session.get()?.token !== token) return
  const me = await call(routes.me, {}).catch(() => undefined)
  if (me && session.get()?.token === token) session.refresh(me)
}

/** Closes this tab's engine and keeps what its forms hold for the same person. Returns how many changes wait to be sent, if this tab had an engine. */
async function clearOnSignOut(): Promise<number | undefined> {
  let waiting: number | undefined
  await closeEngine(async (engine) => {
    waiting = await engine.lockAway(readDrafts(engine.actor.id))
  })
  return waiting
}

const isBroughtBack = new WeakSet<Engine>()

/** Offers what stood in open forms when an earlier session ended, once. */
async function restoreDrafts(engine: Engine): Promise<void> {
  if (isBroughtBack.has(engine)) return
  isBroughtBack.add(engine)
  const record = await engine.readRecord<StoredDraft[]>(FORM_DRAFTS)
  restoreDraft(record?.value ?? [], (left) => void engine.writeRecord(FORM_DRAFTS, left).catch(() => undefined))
}

/** The server's newest word on who this is; offline, what is kept on the device holds. */
export async function refreshSession(engine: Engine): Promise<void> {
  void restoreDrafts(engine).catch(() => undefined)
  try {
    const me = await call(routes.me, {})
    session.refresh(me)
    await engine.writeRecord('user', me)
  } catch {
    // A dead session shows itself; anything else is tried again at the next start.
  }
}
