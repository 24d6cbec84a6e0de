// Push notifications on this device: a subscription with the browser's push service, told to the server under the device's own id.
import { call, problemOf } from '#core/client/api.ts'
import { type NoToken, nativeShell } from '#core/client/wrapper.ts'
import { routes } from '../deliveryContract.ts'

/** `notSent`: the server sends none to phones. `notBuilt`: this phone's app can't take any. `blocked`: the person has said no. */
export type PushState = 'unsupported' | 'notSent' | 'notBuilt' | 'blocked' | 'off' | 'on'

/** Whose pushes this device takes. */
const OWNER = 'push'
const DEVICE = 'device'

const asksPhone = () => nativeShell?.askForPushes !== undefined
/** Why it came to nothing when this phone was last asked. */
let refused: NoToken | 'notSent' | null = null

const isSupported = () =>
  asksPhone() || ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)

/** How it stands for this person here. */
export function pushState(userId: string): PushState {
  if (!isSupported()) return 'unsupported'
  if (asksPhone()) return localStorage.getItem(OWNER) === userId ? 'on' : stateOf(refused)
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(OWNER) === userId ? 'on' : 'off'
}

const stateOf = (why: typeof refused): PushState =>
  why === 'denied' ? 'blocked' : why === 'noAnswer' || why === null ? 'off' : why

/** Asks the person; only ever after a click. False when the answer was no. Throws what `pushProblemOf` has words for. */
export async function turnOnPush(userId: string): Promise<boolean> {
  if (asksPhone()) {
    // Who would get none is not asked.
    if (await isSentHere()) return registerPhone(userId)
    refused = 'notSent'
    return false
  }
  if ((await Notification.requestPermission()) !== 'granted') return false
  await register(await subscribe())
  localStorage.setItem(OWNER, userId)
  return true
}

/** Whether the server sends pushes to a device of this kind. Throws where it does not answer. */
export async function isSentHere(): Promise<boolean> {
  const { sends_to } = await call(routes.pushKey, {})
  return sends_to.includes(asksPhone() ? 'fcm' : 'web')
}

/** What the phone answers once it answers always: it is asked again at each start, since a token may change. False when there will be none; throws when there is none now. */
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

/** For the person: what went wrong while pushes were turned on or off. A browser's own service throws DOMExceptions. */
export const pushProblemOf = (thrown: unknown): string =>
  thrown instanceof DOMException || thrown instanceof NoAnswer
    ? `This ${asksPhone() ? 'phone' : 'browser'}’s push service didn’t respond. Try again later.`
    : problemOf(thrown)

/** The server first: from then on nothing is sent here, whatever becomes of the rest. */
export async function turnOffPush(): Promise<void> {
  await call(routes.unregister, { body: { UUID: deviceId() } })
  await forget()
}

/** On leaving: as far as it goes without the server, which ends it with the session. */
export async function unsubscribePush(): Promise<void> {
  if (isSupported() && localStorage.getItem(OWNER)) await forget()
}

/** Told to the window when the browser's permission was given or withdrawn. */
export const CHANGED = 'push-changed'

/**
 * At each start: the server knows the subscription as it is now, under this session; and where the browser's permission was
 * withdrawn, then or later, it is told to stop.
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
  // Another server, or another key of this one, can't send to it.
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

/** Made once: what this browser is called by. */
function deviceId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(DEVICE, made)
  return made
}
