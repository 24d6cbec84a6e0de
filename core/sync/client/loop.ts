// The tab that holds the lock sends and pulls for all. If it dies, the next one continues.
import type { AnyCollection } from '../collection.ts'
import type { EngineOptions } from './environment.ts'
import { GONE, type LocalDatabase, unawaited, type Write } from './localDatabase.ts'
import type { Memory } from './memory.ts'
import type { Outbox } from './outbox/outbox.ts'
import { createPuller } from './puller.ts'
import { createScheduler } from './rounds.ts'
import { createSender } from './sender.ts'
import { createLeader } from './tabs.ts'

const POLL_MS = 60_000
const LEAD_AGAIN_MS = 5000
/** From this many tombstones on, a new leader purges them. */
const MANY_TOMBSTONES = 500

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
  const { clock, collections } = options
  const isVisible = options.isVisible ?? (() => true)
  const afterPaint = options.afterPaint ?? ((work) => work())
  let isLeading = false

  const written = async () => {
    tabs.changed()
    await memory.catchUp()
  }
  const shared = { database, outbox, transport: options.transport, clock, closing, written }
  const { sendNext } = createSender({ ...shared, rules: memory.rules, random: options.random ?? Math.random })
  const cursors = () => Object.fromEntries(collections.map(({ name }) => [name, memory.meta().cursors[name] ?? null]))
  const { pullNow } = createPuller({ ...shared, cursors, queue: memory.queue, onTakenAway: options.onTakenAway })
  const rounds = createScheduler({
    clock,
    closing,
    pollMs: POLL_MS,
    isLeading: () => isLeading,
    isOnline: options.isOnline ?? (() => true),
    isSignInNeeded: () => memory.meta().isSignInNeeded,
    isWithoutRows: () => memory.meta().isLockedAway && memory.queue().length > 0,
    sendNext,
    pullNow,
    pulled: () => noticed(true),
    onBroken,
  })
  const tabs = createLeader({
    options,
    closing,
    patienceMs: POLL_MS,
    isLeading: () => isLeading,
    serve: rounds.force,
    run: rounds.run,
    catchUp: memory.catchUp,
    onNewer,
    onBroken,
  })

  function pullOrWake() {
    if (isLeading) void rounds.force('pull')
    else tabs.wake()
  }
  let pollTimer: unknown
  function poll() {
    pollTimer = clock.setTimeout(() => {
      poll()
      if (isVisible()) pullOrWake()
    }, POLL_MS)
  }

  async function lead() {
    if (closing.aborted) return
    const over = new Promise<void>((resolve) => closing.addEventListener('abort', () => resolve(), { once: true }))
    await database.write(async (write) => {
      await outbox.release(write)
      for (const collection of collections) await purge(write, collection)
      write.meta.isSignInNeeded = false
    })
    await written()
    isLeading = true
    await rounds.force('pull')
    tabs.served()
    await over
    isLeading = false
    await rounds.ended()
  }

  poll()
  const stopWatching = options.watch?.(() => {
    noticed()
    pullOrWake()
  })
  closing.addEventListener('abort', () => {
    stopWatching?.()
    clock.clearTimeout(pollTimer)
  })
  /** Retries a failed write, such as on a full disk. Otherwise nothing is sent until the next start. */
  async function becomeLeader(): Promise<void> {
    while (!closing.aborted) {
      try {
        await options.locks.request(`${options.database.name}:sender`, { signal: closing }, lead)
        return
      } catch (problem) {
        if (closing.aborted) return
        onBroken(problem)
        if (problem instanceof DOMException && problem.name === 'QuotaExceededError') options.onFull?.()
        await new Promise<void>((resolve) => {
          const timer = clock.setTimeout(resolve, LEAD_AGAIN_MS)
          closing.addEventListener('abort', () => {
            clock.clearTimeout(timer)
            resolve()
          })
        })
      }
    }
  }
  const leading = becomeLeader()

  return {
    ask: tabs.ask,
    written: async () => {
      await written()
      void rounds.run()
    },
    /** Called after storing. The leader sends it, and this tab shows it by the end of the frame. */
    appended() {
      afterPaint(() => {
        tabs.changed()
        void rounds.run()
      })
    },
    /** Resolves when the lock is released. */
    ended: () => leading,
  }
}

/** Purges tombstones once there are many. */
async function purge({ tx, meta, seq }: Write, { name }: AnyCollection) {
  const rows = tx.objectStore('rows')
  const gone = await rows.index('status').getAll([name, GONE])
  const tombstones = gone.filter((kept) => kept.base === undefined)
  if (tombstones.length < MANY_TOMBSTONES) return
  for (const { id } of tombstones) unawaited(rows.delete([name, id]))
  meta.purgedTo = seq
}
