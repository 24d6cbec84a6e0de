// Push notifications on this device: a subscription with the browser's push service, told to the server under the device's own id.
import { call } from '#core/client/api.ts'
import { wrapper } from '#core/client/wrapper.ts'
import { routes } from '../deliveryContract.ts'

export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Whose pushes this device takes. */
const OWNER = 'push'
const DEVICE = 'device'

const asksPhone = () => wrapper?.askForPushes !== undefined
let isRefused = false

const isSupported = () =>
  asksPhone() || ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)

/** How it stands for this person here. */
export function pushState(userId: string): PushState {
  if (!isSupported()) return 'unsupported'
  if (asksPhone()) return localStorage.getItem(OWNER) === userId ? 'on' : isRefused ? 'blocked' : 'off'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(OWNER) === userId ? 'on' : 'off'
}

/** Asks the person; only ever after a click. False when the answer was no. */
export async function turnOnPush(userId: string): Promise<boolean> {
  if (asksPhone()) return registerPhone(userId)
  if ((await Notification.requestPermission()) !== 'granted') return false
  await register(await subscribe())
  localStorage.setItem(OWNER, userId)
  return true
}

/** What the phone answers once it answers always: it is asked again at each start, since a token may change. */
async function registerPhone(userId: string): Promise<boolean> {
  const given = (await wrapper?.askForPushes?.()) ?? null
  isRefused = given === null
  if (!given) return false
  await call(routes.register, { body: { ...given, UUID: deviceId() } })
  localStorage.setItem(OWNER, userId)
  return true
}

/** The server first: from then on nothing is sent here, whatever becomes of the rest. */
export async function turnOffPush(): Promise<void> {
  await call(routes.unregister, { body: { UUID: deviceId() } })
  await forget()
}

/** On leaving: as far as it goes without the server, which ends it with the session. */
export async function leavePush(): Promise<void> {
  if (isSupported() && localStorage.getItem(OWNER)) await forget()
}

/** Told to the window when the browser's permission was given or withdrawn. */
export const CHANGED = 'push-changed'

/**
 * At each start: the server knows the subscription as it is now, under this session; and where the browser's permission was
 * withdrawn, then or later, it is told to stop.
 */
export async function keepPush(userId: string): Promise<void> {
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
  if (asksPhone()) return wrapper?.stopPushes?.()
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
