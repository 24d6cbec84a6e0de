// Messages between a person's tabs. The leader works for all.
import type { EngineOptions } from './environment.ts'
import { TIME_LIMIT_MS } from './sender.ts'

export type Errand = 'flush' | 'pull'
type Message = { changed: true } | { wake: true } | { ask: Errand; id: string } | { done: string } | { version: number }

type Parts = {
  options: Pick<EngineOptions, 'channel' | 'clock' | 'newKey' | 'version'>
  closing: AbortSignal
  /** Milliseconds to wait for the leader's reply beyond the time limit of a request. */
  patienceMs: number
  isLeading: () => boolean
  /** Runs the errand here. Only for the leader. */
  serve: (errand: Errand) => Promise<void>
  /** Sends pending actions. Only for the leader. */
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
    /** Other tabs read the write, and the leader sends. */
    changed: () => post({ changed: true }),
    wake: () => post({ wake: true }),
    /** Resolves when the leader is done or no tab replies. */
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
    /** Ends the wait of tabs that asked without a leader, or one that died. */
    served() {
      post({ done: 'all' })
      endAll()
    },
  }
}
