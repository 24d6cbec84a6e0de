// Push notifications on this device: a subscription with the push service, registered under a device ID.
import { call, problemOf } from '#core/client/api.ts'
import { type NoToken, nativeShell } from '#core/client/nativeShell.ts'
import { routes } from '../deliveryContract.ts'

/**
 * `notSent`: the server sends none to phones. `notBuilt`: this phone's app can't receive any. `blocked`: the person
 * declined.
 */
export type PushState = 'unsupported' | 'notSent' | 'notBuilt' | 'blocked' | 'off' | 'on'

/** Storage key of the person whose pushes this device receives. */
const OWNER = 'push'
const DEVICE = 'device'

const asksPhone = () => nativeShell?.askForPushes !== undefined
/** Reason of the last failed attempt on this phone. */
let refused: NoToken | 'notSent' | null = null

const isSupported = () =>
  asksPhone() || ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)

export function pushState(userId: string): PushState {
  if (!isSupported()) return 'unsupported'
  if (asksPhone()) return localStorage.getItem(OWNER) === userId ? 'on' : stateOf(refused)
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(OWNER) === userId ? 'on' : 'off'
}

const stateOf = (why: typeof refused): PushState =>
  why === 'denied' ? 'blocked' : why === 'noAnswer' || why === null ? 'off' : why

/**
 * Asks for permission, so call it only after a click. Returns false if declined. Throws errors that `pushProblemOf`
 * describes.
 */
export async function turnOnPush(userId: string): Promise<boolean> {
  if (asksPhone()) {
    // A person who would get no pushes isn't asked.
    if (await isSentHere()) return registerPhone(userId)
    refused = 'notSent'
    return false
  }
  if ((await Notification.requestPermission()) !== 'granted') return false
  await register(await subscribe())
  localStorage.setItem(OWNER, userId)
  return true
}

/** Returns whether the server sends pushes to this kind of device. Throws if it is unreachable. */
export async function isSentHere(): Promise<boolean> {
  const { sends_to } = await call(routes.pushKey, {})
  return sends_to.includes(asksPhone() ? 'fcm' : 'web')
}

/**
 * Registers the phone's token, at each start because it can change. Returns false if there will never be one, and
 * throws if there is none now.
 */
async function registerPhone(userId: string): Promise<boolean> {
  const given = (await nativeShell?.askForPushes?.()) ?? 'notBuilt'
  refused = typeof given === 'string' ? given : null
  if (given === 'noAnswer') throw new NoAnswer()
  if (typeof given === 'string') return false
  await call(routes.register, { body: { ...given, UUID: deviceId() } })
  localStorage.setItem(OWNER, userId)
  return true
}

class NoAnswer extends Error {}

/** Describes a failure while pushes were turned on or off. A browser's push service throws DOMExceptions. */
export const pushProblemOf = (thrown: unknown): string =>
  thrown instanceof DOMException || thrown instanceof NoAnswer
    ? `This ${asksPhone() ? 'phone' : 'browser'}’s push service didn’t respond. Try again later.`
    : problemOf(thrown)

/** Unregisters at the server first, so that no pushes arrive even if the rest fails. */
export async function turnOffPush(): Promise<void> {
  await call(routes.unregister, { body: { UUID: deviceId() } })
  await forget()
}

/** Removes the local subscription on sign-out. The server ends its part with the session. */
export async function unsubscribePush(): Promise<void> {
  if (isSupported() && localStorage.getItem(OWNER)) await forget()
}

/** Window event for a changed push permission. */
export const CHANGED = 'push-changed'

/**
 * Registers the current subscription at each start, and unregisters it when the browser's permission is withdrawn, then
 * or later.
 */
export async function storePushSubscription(userId: string): Promise<void> {
  if (!isSupported()) return
  const look = async () => {
    if (localStorage.getItem(OWNER) !== userId) return
    if (asksPhone()) {
      if (!(await registerPhone(userId))) await turnOffPush()
    } else if (Notification.permission === 'granted') await register(await subscribe())
    else await turnOffPush()
    dispatchEvent(new Event(CHANGED))
  }
  const permission = asksPhone()
    ? null
    : await navigator.permissions?.query({ name: 'notifications' }).catch(() => null)
  if (permission) permission.onchange = () => void look().catch(() => undefined)
  await look().catch(() => undefined)
}

async function subscribe(): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const { key } = await call(routes.pushKey, {})
  const now = await pushManager.getSubscription()
  if (now && keyOf(now) === key) return now
  // A subscription for another server or key can't receive pushes from this one.
  await now?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const register = (subscription: PushSubscription) =>
  call(routes.register, { body: { token: JSON.stringify(subscription), platform: 'web', UUID: deviceId() } })

async function forget() {
  localStorage.removeItem(OWNER)
  if (asksPhone()) return nativeShell?.stopPushes?.()
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
}

/** Returns this browser's ID, created on first use. */
function deviceId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(DEVICE, made)
  return made
}
