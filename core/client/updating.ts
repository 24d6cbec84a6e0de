// Checks for a newer version. Loaded when the page is idle.

import { device } from './device.ts'
import { announceUpdate } from './update.ts'

const ON_FOCUS_AT_MOST_MS = 10 * 60_000
const EVERY_MS = 60 * 60_000

/** Checks at the start, when the person returns to the page, and every hour. Returns a function that stops it. */
export function watchForUpdates(version: string | undefined = versionOfPage()): () => void {
  // The app store updates the mobile app, and a page in development has no version.
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

function versionOfPage(): string | undefined {
  const version = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  return version === 'development' ? undefined : version
}

/** Undefined when the server can't be reached. */
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
 * Downloads the new version, waits until all changes are stored, and starts it. Rejects when the download fails, and
 * the old version keeps running.
 */
export async function updateNow(settle: () => Promise<void>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const worker = registration && (await waitingWorker(registration))
  await settle()
  if (worker) {
    worker.postMessage('skipWaiting')
    // If it takes longer, the page still reloads and the new version starts next time.
    await untilActive(worker).catch(() => undefined)
  }
  location.reload()
}

/** Returns the new service worker with all its files, or null when the newest is already active. */
async function waitingWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  await registration.update().catch((problem) => {
    if (!registration.waiting) throw problem
  })
  const { installing } = registration
  while (installing?.state === 'installing') await once(installing, 'statechange', DOWNLOAD_MS)
  if (installing?.state === 'redundant') throw new Error('Couldn’t load the new version’s files.')
  // `waiting` may still be empty when the state already says 'installed'.
  return registration.waiting ?? (installing?.state === 'installed' ? installing : null)
}

/** By then it controls every page, and the reload gets its files. */
async function untilActive(worker: ServiceWorker): Promise<void> {
  while (worker.state === 'installed' || worker.state === 'activating') await once(worker, 'statechange', ACTIVATE_MS)
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
