// What the tabs of one person on this device say to each other: the one that holds the lock works for all, the others ask it to.
import type { EngineOptions } from './parts.ts'
import { TIME_LIMIT_MS } from './sender.ts'

export type Errand = 'flush' | 'pull'
type Message = { changed: true } | { wake: true } | { ask: Errand; id: string } | { done: string } | { version: number }

type Parts = {
  options: Pick<EngineOptions, 'channel' | 'clock' | 'newKey' | 'version'>
  closing: AbortSignal
  /** How long a tab that asked waits for the holder's word, besides the time limit of a request. */
  patienceMs: number
  isLeading: () => boolean
  /** Does it here; for the holder alone. */
  serve: (errand: Errand) => Promise<void>
  /** Sends what may be sent; for the holder alone. */
  run: () => Promise<void>
  catchUp: () => Promise<void>
  onNewer: () => void
  onBroken: (problem: unknown) => void
}

export function createLeader({
  options,
  closing,
  patienceMs,
  isLeading,
  serve,
  run,
  catchUp,
  onNewer,
  onBroken,
}: Parts) {
  const { channel, clock, newKey } = options
  const version = options.version ?? 1
  const asked = new Map<string, () => void>()
  const post = (message: Message) => {
    if (!closing.aborted) channel.post(message)
  }
  const endAll = () => {
    for (const end of [...asked.values()]) end()
  }

  async function hear(message: Message) {
    if (closing.aborted) return
    if ('version' in message) {
      if (message.version > version) onNewer()
      // An older page that opens later must learn of it too.
      else if (message.version < version) post({ version })
      return
    }
    await catchUp()
    if ('done' in message) {
      if (message.done === 'all') endAll()
      else asked.get(message.done)?.()
      return
    }
    if (!isLeading()) return
    if ('wake' in message) await serve('pull')
    else if ('ask' in message) {
      await serve(message.ask)
      post({ done: message.id })
    } else await run()
  }

  channel.listen((message) => void hear(message as Message).catch(onBroken))
  post({ version })

  return {
    /** Something was written: the others read it, and the holder looks what to send. */
    changed: () => post({ changed: true }),
    wake: () => post({ wake: true }),
    /** Done by the lock's holder: this tab, or the one that answers. Resolves when it is done, or nobody answers. */
    ask(errand: Errand): Promise<void> {
      if (closing.aborted) return Promise.resolve()
      if (isLeading()) return serve(errand)
      return new Promise((resolve) => {
        const id = newKey()
        const timer = clock.setTimeout(() => end(), TIME_LIMIT_MS + patienceMs)
        const end = () => {
          clock.clearTimeout(timer)
          asked.delete(id)
          resolve()
        }
        asked.set(id, end)
        closing.addEventListener('abort', end, { once: true })
        post({ ask: errand, id })
      })
    },
    /** Whoever asked while nobody held the lock, or the one who died with it, has been served now. */
    served() {
      post({ done: 'all' })
      endAll()
    },
  }
}
