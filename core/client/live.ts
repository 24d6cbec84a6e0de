// Listens for change events. An event is only a trigger: changes come through the feed, so a break leaves no gap.
// Without a stream the engine's polling continues.
import { eventRoutes, HEARTBEAT_SECONDS } from '#core/contract/events.ts'
import { addressOf } from '#core/contract/route.ts'
import { headersOf } from './api.ts'
import { device } from './device.ts'
import { onServer } from './serverAddress.ts'
import { session } from './session.ts'

export type LiveParts = {
  /** Called on every event and after every (re)connection. */
  pull: () => Promise<void>
  /** Name of the lock. One of a person's visible tabs listens, and all tabs see the changes. */
  name: string
  fetch: typeof globalThis.fetch
  locks: { request: (name: string, options: { signal: AbortSignal }, holding: () => Promise<void>) => Promise<unknown> }
  isVisible: () => boolean
  /** Calls back when the page is shown or hidden, or the network comes or goes. */
  watch: (changed: () => void) => () => void
  token: () => string | null
  /** Refreshes the session, because the server rejected the token or permissions changed. */
  who: (token: string) => void
  random: () => number
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** Events within this time are fetched together. */
const GATHER_MS = 100
/** Spreads the requests when many clients are triggered together. */
const SPREAD_MS = 2000
const SILENCE_MS = HEARTBEAT_SECONDS * 2500

/** Listens while the page is visible. */
export function startLive(parts: LiveParts): () => void {
  const stopped = new AbortController()
  let showing: AbortController | null = null
  const look = () => {
    if (!parts.isVisible()) showing?.abort()
    else if (!showing || showing.signal.aborted) {
      const mine = new AbortController()
      showing = mine
      void parts.locks
        .request(`${parts.name}:live`, { signal: mine.signal }, () => listen(parts, mine.signal))
        .catch(() => undefined)
    }
  }
  const unwatch = parts.watch(look)
  stopped.signal.addEventListener('abort', () => {
    unwatch()
    showing?.abort()
  })
  look()
  return () => stopped.abort()
}

/** Reconnects with growing random delays, or when the server asked for it. */
async function listen(parts: LiveParts, signal: AbortSignal): Promise<void> {
  for (let tries = 0; !signal.aborted; tries++) {
    const token = parts.token()
    const heard = token ? await listenOnce(parts, token, signal) : 'refused'
    if (typeof heard === 'number' || heard === 'well') tries = 0
    const longest = heard === 'refused' ? LONGEST_WAIT_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
    const wait = typeof heard === 'number' ? Math.min(LONGEST_WAIT_MS, heard) : longest * (0.5 + parts.random() / 2)
    await pause(wait, signal)
  }
}

/** Reads one stream. `refused` means an early retry is useless. A number is the milliseconds until the next attempt. */
async function listenOnce(
  parts: LiveParts,
  token: string,
  signal: AbortSignal,
): Promise<'well' | 'badly' | 'refused' | number> {
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end, { once: true })
  let silence = setTimeout(end, SILENCE_MS)
  let isHeard = false
  let again: number | null = null
  const pullSoon = gathered(parts.pull)
  try {
    const answer = await parts.fetch(onServer(addressOf(eventRoutes.listen, {})), {
      headers: headersOf('GET', token),
      signal: ending.signal,
      cache: 'no-store',
    })
    if (answer.status === 401) parts.who(token)
    if (!answer.ok || !answer.body) return answer.status >= 500 ? 'badly' : 'refused'
    let text = ''
    for await (const piece of piecesOf(answer.body)) {
      isHeard = true
      clearTimeout(silence)
      silence = setTimeout(end, SILENCE_MS)
      text += piece
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      const told = /^retry: (\d+)$/m.exec(events.join('\n'))
      if (told) again = Number(told[1])
      if (events.some((event) => event.includes('event: me')))
        setTimeout(() => parts.who(token), parts.random() * SPREAD_MS)
      if (events.some((event) => /event: inbox|"upTo":"/.test(event))) pullSoon(GATHER_MS)
      else if (events.some((event) => event.includes('event: changed'))) pullSoon(parts.random() * SPREAD_MS)
    }
  } catch {
    // A broken stream counts as ended.
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', end)
    end()
  }
  return again ?? (isHeard ? 'well' : 'badly')
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Calls `pull` once for all requests within the wait, never concurrently. */
function gathered(pull: () => Promise<void>): (wait: number) => void {
  let due: { at: number; timer: ReturnType<typeof setTimeout> } | null = null
  return (wait) => {
    const at = Date.now() + wait
    if (due && due.at <= at) return
    if (due) clearTimeout(due.timer)
    const timer = setTimeout(() => {
      due = null
      void pull()
    }, wait)
    due = { at, timer }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // An aborted wait would hold the lock that the page needs when it is shown again.
    if (signal.aborted) return resolve()
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', over, { once: true })
    function over() {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
  })
}

export const browserLive = (name: string, { pull, who }: Pick<LiveParts, 'pull' | 'who'>): LiveParts => ({
  pull,
  who,
  name,
  fetch: (...given) => fetch(...given),
  locks: { request: (lock, { signal }, holding) => navigator.locks.request(lock, { signal }, holding) },
  // The desktop app shows notifications while closed to the tray.
  isVisible: () => (device.kind === 'desktop' || document.visibilityState === 'visible') && navigator.onLine,
  watch(changed) {
    document.addEventListener('visibilitychange', changed)
    for (const event of ['online', 'offline']) window.addEventListener(event, changed)
    return () => {
      document.removeEventListener('visibilitychange', changed)
      for (const event of ['online', 'offline']) window.removeEventListener(event, changed)
    }
  },
  token: () => (session.isDead() ? null : (session.get()?.token ?? null)),
  random: Math.random,
})
