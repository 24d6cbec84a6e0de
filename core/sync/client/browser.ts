// Implements the engine's dependencies for a browser.

import type { EngineOptions, TabChannel, Transport, TransportRequest } from './environment.ts'
import { reopenAfterBfcache } from './reopenAfterBfcache.ts'

export type StoredSession = {
  token: () => string | null
  client: 'web' | 'mobile' | 'desktop'
  instance: string
  /** Headers such as `X-Switched-From` and `X-Proxy-For`. */
  extraHeaders?: () => Record<string, string>
  /** API origin for wrappers, otherwise ''. */
  origin?: string
}

/** `name` names the database, lock, and channel. It contains the user's ID, and the 'as' user's ID while switched. */
export function browserParts(name: string, session: StoredSession) {
  return {
    database: { name, open: reopenAfterBfcache },
    transport: fetchTransport(session),
    locks: { request: (lock, { signal }, holding) => navigator.locks.request(lock, { signal }, holding) },
    channel: tabChannel(name),
    clock: {
      now: () => Date.now(),
      setTimeout: (work, ms) => window.setTimeout(work, ms),
      clearTimeout: (timer) => window.clearTimeout(timer as number | undefined),
    },
    newKey: () => crypto.randomUUID(),
    isMobile: session.client === 'mobile',
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    watch(woken) {
      const shown = () => {
        if (document.visibilityState === 'visible') woken()
      }
      for (const name of ['online', 'offline', 'focus']) window.addEventListener(name, woken)
      document.addEventListener('visibilitychange', shown)
      return () => {
        for (const name of ['online', 'offline', 'focus']) window.removeEventListener(name, woken)
        document.removeEventListener('visibilitychange', shown)
      }
    },
  } satisfies Partial<EngineOptions>
}

function tabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name)
  let isOpen = true
  return {
    post(message) {
      if (isOpen) channel.postMessage(message)
    },
    listen(listener) {
      channel.onmessage = (event) => listener(event.data)
    },
    close() {
      isOpen = false
      channel.close()
    },
  }
}

/** Sends the headers of RULINGS, section 2. Throws if no complete response arrives. */
export function fetchTransport(session: StoredSession): Transport {
  return {
    async send({ method, address, body, key, signal }: TransportRequest) {
      const token = session.token()
      const headers: Record<string, string> = {
        Accept: 'application/json',
        'X-Client': session.client,
        'X-Instance': session.instance,
        ...session.extraHeaders?.(),
      }
      if (token) headers.Authorization = `Bearer ${token}`
      if (key) headers['Idempotency-Key'] = key
      if (body !== undefined) headers['Content-Type'] = 'application/json'
      const answer = await fetch(`${session.origin ?? ''}${address}`, {
        method,
        headers,
        signal,
        cache: 'no-store',
        credentials: 'omit',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        body: readBody(answer.ok, text),
        retryAfter: readRetryAfter(answer.headers.get('Retry-After')),
      }
    },
  }
}

function readBody(isOk: boolean, text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (problem) {
    // A proxy's error page doesn't reveal the server's result. For a refusal, the status is enough.
    if (isOk) throw problem
    return null
  }
}

/** Returns seconds, from a number or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
