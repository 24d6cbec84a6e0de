// The tab that holds the lock sends and pulls for all; the others ask it to. When it dies the next one goes on.
import { GONE, type LocalDatabase, unawaited } from './localDatabase.ts'
import type { Memory } from './memory.ts'
import type { Outbox } from './outbox.ts'
import type { EngineOptions } from './parts.ts'
import { pullerOf } from './puller.ts'
import { senderOf, TIME_LIMIT_MS } from './sender.ts'

const POLL_MS = 60_000
const PULL_SOON_MS = 100
/** With this many tombstones the lock's new holder forgets them. */
const MANY_TOMBSTONES = 500

type Message =
  | { changed: true }
  | { wake: true }
  | { ask: 'flush' | 'pull'; id: string }
  | { done: string }
  | { version: number }
type Parts = {
  options: EngineOptions
  database: LocalDatabase
  memory: Memory
  outbox: Outbox
  closing: AbortSignal
  noticed: (hasTriedPull?: boolean) => void
  onNewer: () => void
  onBroken: (problem: unknown) => void
}

export type Loop = ReturnType<typeof startLoop>

export function startLoop({ options, database, memory, outbox, closing, noticed, onNewer, onBroken }: Parts) {
  const { clock, channel, locks, transport } = options
  const isOnline = options.isOnline ?? (() => true)
  const isVisible = options.isVisible ?? (() => true)
  const version = options.version ?? 1
  const post = (message: Message) => {
    if (!closing.aborted) channel.post(message)
  }
  const written = async () => {
    post({ changed: true })
    await memory.catchUp()
  }
  const shared = { database, outbox, transport, clock, closing, written }
  const { sendNext } = senderOf({ ...shared, rules: memory.rules, random: options.random ?? Math.random })
  const { pullNow } = pullerOf({
    ...shared,
    pull: options.pull,
    cursor: () => memory.meta().cursor,
    queue: memory.queue,
  })

  let isLeading = false
  let isForced = false
  let isPullWanted = false
  let isAgain = false
  let running: Promise<void> | null = null
  let lookTimer: unknown
  let pullTimer: unknown
  let pollTimer: unknown
  const asked = new Map<string, () => void>()

  /** Sends what can be sent, then pulls if wanted. Resolves when nothing more can be done now. */
  function run(): Promise<void> {
    if (!isLeading || closing.aborted) return Promise.resolve()
    isAgain = true
    running ??= work().then(
      () => {
        running = null
      },
      (problem) => {
        running = null
        if (!closing.aborted) onBroken(problem)
      },
    )
    return running
  }

  async function work() {
    while (isAgain && isLeading && !closing.aborted) {
      isAgain = false
      clock.clearTimeout(lookTimer)
      const hasForce = isForced
      isForced = false
      if (memory.meta().isSignInNeeded) return
      if (!hasForce && !isOnline()) {
        lookAgainIn(POLL_MS)
        return
      }
      if ((await sendAll(hasForce)) === 'signin') return
      if (isPullWanted) {
        isPullWanted = false
        await pullNow()
        noticed(true)
        if (memory.meta().isSignInNeeded) return
      }
    }
  }

  async function sendAll(hasForce: boolean): Promise<'signin' | 'stopped'> {
    let mayForce = hasForce
    while (isLeading && !closing.aborted) {
      const sent = await sendNext(mayForce)
      mayForce = false
      if (sent.state === 'signin') return 'signin'
      if (sent.state === 'later') lookAgainIn(sent.waitMs)
      if (sent.state !== 'sent') return 'stopped'
      if (sent.isPullNeeded) pullSoon()
    }
    return 'stopped'
  }

  function lookAgainIn(ms: number) {
    clock.clearTimeout(lookTimer)
    lookTimer = clock.setTimeout(() => void run(), Math.max(1, ms))
  }
  function pullSoon() {
    clock.clearTimeout(pullTimer)
    pullTimer = clock.setTimeout(() => {
      isPullWanted = true
      void run()
    }, PULL_SOON_MS)
  }
  function poll() {
    pollTimer = clock.setTimeout(() => {
      poll()
      if (!isVisible()) return
      if (isLeading) void force('pull')
      else post({ wake: true })
    }, POLL_MS)
  }

  function force(what: 'flush' | 'pull'): Promise<void> {
    isForced = true
    if (what === 'pull') isPullWanted = true
    return run()
  }

  /** Done by the lock's holder: this tab, or the one that answers. */
  function ask(what: 'flush' | 'pull'): Promise<void> {
    if (closing.aborted) return Promise.resolve()
    if (isLeading) return force(what)
    return new Promise((resolve) => {
      const id = options.newKey()
      const timer = clock.setTimeout(() => end(), TIME_LIMIT_MS + POLL_MS)
      const end = () => {
        clock.clearTimeout(timer)
        asked.delete(id)
        resolve()
      }
      asked.set(id, end)
      closing.addEventListener('abort', end, { once: true })
      post({ ask: what, id })
    })
  }

  async function hear(message: Message) {
    if (closing.aborted) return
    if ('version' in message) {
      if (message.version > version) onNewer()
      // An older page that opens later must learn of it too.
      else if (message.version < version) post({ version })
      return
    }
    if ('done' in message) {
      await memory.catchUp()
      if (message.done === 'all') for (const end of [...asked.values()]) end()
      else asked.get(message.done)?.()
      return
    }
    await memory.catchUp()
    if (!isLeading) return
    if ('wake' in message) await force('pull')
    else if ('ask' in message) {
      await force(message.ask)
      post({ done: message.id })
    } else await run()
  }

  /** Holds the lock until the engine closes. */
  async function lead() {
    if (closing.aborted) return
    const over = new Promise<void>((resolve) => closing.addEventListener('abort', () => resolve(), { once: true }))
    await database.write(async (write) => {
      await outbox.release(write)
      await purge(write)
      write.meta.isSignInNeeded = false
    })
    await written()
    isLeading = true
    await force('pull')
    // Whoever asked while nobody held the lock, or the one who died with it, is served now.
    post({ done: 'all' })
    for (const end of [...asked.values()]) end()
    await over
    isLeading = false
    await running
  }

  async function purge({ tx, meta, seq }: Parameters<Parameters<LocalDatabase['write']>[0]>[0]) {
    const targets = tx.objectStore('targets')
    const gone = await targets.index('status').getAll(GONE)
    const tombstones = gone.filter((kept) => kept.base === undefined)
    if (tombstones.length < MANY_TOMBSTONES) return
    for (const { id } of tombstones) unawaited(targets.delete(id))
    meta.purgedTo = seq
  }

  channel.listen((message) => void hear(message as Message).catch(onBroken))
  post({ version })
  poll()
  const stopWatching = options.watch?.(() => {
    noticed()
    if (isLeading) void force('pull')
    else post({ wake: true })
  })
  closing.addEventListener('abort', () => {
    stopWatching?.()
    for (const timer of [lookTimer, pullTimer, pollTimer]) clock.clearTimeout(timer)
  })
  const leading = locks.request(`${options.database.name}:sender`, { signal: closing }, lead).catch((problem) => {
    if (!closing.aborted) onBroken(problem)
  })

  return {
    ask,
    /** After a write of this tab. */
    written: async () => {
      await written()
      void run()
    },
    /** After an action was stored: the holder sends it; this tab has it on the screen already. */
    appended() {
      post({ changed: true })
      void run()
    },
    /** Resolves when this tab has let go of the lock. */
    ended: () => leading,
  }
}
