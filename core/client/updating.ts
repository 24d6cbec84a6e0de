// Asks whether a newer version is there, and changes to it. Loaded when the page has nothing else to do.

import { device } from './device.ts'
import { announceUpdate } from './update.ts'

const ON_FOCUS_AT_MOST_MS = 10 * 60_000
const EVERY_MS = 60 * 60_000

/** Asks for the server's version at the start, when the person comes back to the page, and every hour. Answers the way to stop. */
export function watchForUpdates(version: string | undefined = versionOfPage()): () => void {
  // The mobile app is updated by its store; a page that is being developed has no version.
  if (device.kind === 'mobile' || version === undefined) return () => undefined
  let askedAt = 0
  const ask = async () => {
    askedAt = Date.now()
    const there = await versionThere()
    if (there !== undefined && there !== version) announceUpdate()
  }
  const askAgain = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt >= ON_FOCUS_AT_MOST_MS) void ask()
  }
  void ask()
  const timer = setInterval(ask, EVERY_MS)
  addEventListener('focus', askAgain)
  document.addEventListener('visibilitychange', askAgain)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', askAgain)
    document.removeEventListener('visibilitychange', askAgain)
  }
}

/** What the build wrote into the page that is running. */
function versionOfPage(): string | undefined {
  const version = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  return version === 'development' ? undefined : version
}

/** The version that the server gives out; undefined when it can't be asked. */
async function versionThere(): Promise<string | undefined> {
  try {
    const answer = await fetch(`/meta.json?${crypto.randomUUID()}`, { cache: 'no-store' })
    const { version } = (await answer.json()) as { version?: unknown }
    return answer.ok && typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

const DOWNLOAD_MS = 120_000
const ACTIVATE_MS = 10_000

/**
 * Brings the new version's files to this device, waits until what the person did is safely stored, and starts the new version.
 * Rejects when the files can't be had; the old version goes on then.
 */
export async function updateNow(settle: () => Promise<void>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const worker = registration && (await waitingWorker(registration))
  await settle()
  if (worker) {
    const isInCharge = once(navigator.serviceWorker, 'controllerchange', ACTIVATE_MS)
    worker.postMessage('skipWaiting')
    // When it takes longer the page still comes back; the new version then waits for the next start.
    await isInCharge.catch(() => undefined)
  }
  location.reload()
}

/** The new version's service worker with all its files; null when the newest one is in charge already. */
async function waitingWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  await registration.update().catch((problem) => {
    if (!registration.waiting) throw problem
  })
  const { installing } = registration
  while (installing?.state === 'installing') await once(installing, 'statechange', DOWNLOAD_MS)
  if (installing?.state === 'redundant') throw new Error('The new version’s files could not be loaded.')
  return registration.waiting
}

function once(target: EventTarget, name: string, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${name} within ${limitMs} ms.`)), limitMs)
    target.addEventListener(
      name,
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
