// The offline engine's API for screens.
import type { ErrorBody } from '#core/contract/errors.ts'
import type { AnyCollection, Collection } from '../collection.ts'
import type { Action, Actor, AnyAction, Row } from '../protocol.ts'
import { createDispatcher, readInput } from './acting.ts'
import type { EngineOptions } from './environment.ts'
import { createCollectionLoader } from './learning.ts'
import { type Among, openLocalDatabase, type Write } from './localDatabase.ts'
import { startLoop } from './loop.ts'
import { makeMemory } from './memory.ts'
import { migrateOutbox, outboxOf } from './outbox/outbox.ts'
import { createOutboxStatus, createOutboxView } from './outgoing.ts'

/** Worst first: refusal needs attention, session expired, offline, pending, saved. */
export type SyncState = 'attention' | 'signin' | 'offline' | 'waiting' | 'saved'

export type Outgoing = {
  seq: number
  key: string
  collection: string
  /** The action's name and the person's input. */
  action: string
  input: unknown
  /** The ID (temporary until confirmed) and the row when the person acted. */
  rowId: string
  row: Row | null
  /** ISO instant of the person's action. */
  at: string
  state: 'waiting' | 'sending' | 'refused' | 'parked'
  attempts: number
  /** Why it was refused or parked. */
  problem?: ErrorBody
}

export type DispatchResult = {
  key: string
  /** ID of the row, temporary for a create. */
  id: string
  /** Resolves when stored on this device. Rejects after restoring the view if that fails. */
  saved: Promise<void>
  /** Resolves to whether the server made a change sent directly and never stored. A failure has already been shown. */
  answered?: Promise<boolean>
}

/** Confirmed rows with queued actions replayed on top. */
export type CollectionRows<R extends Row = Row> = {
  get: (id: string) => R | undefined
  /** Maps a temporary ID to the real one, for components that still hold it. */
  resolve: (id: string) => string
  /** Returns the same array until a row changes. */
  all: () => readonly R[]
  subscribe: (listener: () => void) => () => void
  subscribeRow: (id: string, listener: () => void) => () => void
  /** Whether this device has the whole collection, however old. Otherwise missing rows can exist. */
  isKept: () => boolean
}

export type Engine = {
  actor: Actor
  /** Throws for an unknown collection. */
  of: <R extends Row>(collection: Collection<R>) => CollectionRows<R>
  /** Decides on this device and paints right away. Throws the rule's Refusal. */
  act: <I, R extends Row>(action: Action<I, R>, input: NoInfer<I>) => DispatchResult
  /** Removes an action and a create's dependents from the outbox. Returns false if it no longer waits. */
  takeBack: (key: string) => Promise<boolean>
  /** Deletes a refused or parked action. */
  dismiss: (key: string) => Promise<void>
  /** Retries a refused or parked action under a new key, with new input if given. */
  retry: (key: string, input?: unknown) => Promise<void>
  outbox: { list: () => readonly Outgoing[]; subscribe: (listener: () => void) => () => void }
  status: {
    get: () => {
      state: SyncState
      waiting: number
      /** Number not on disk yet, which closing the page would lose. */
      unkept: number
      attention: number
      offlineSince: string | null
      lastSync: string | null
      isLoaded: boolean
    }
    subscribe: (listener: () => void) => () => void
  }
  /**
   * Loads `later` once, then sends its pending actions. Resolves when the rows are there. Can be retried after a
   * failure.
   */
  learn: () => Promise<true>
  /** Fetches changes from the server. Also resolves when offline. */
  pull: () => Promise<void>
  /** Sends now, regardless of the back-off. */
  flush: () => Promise<void>
  /** Reads a small record such as 'user', 'idhud', 'logo', or 'timeline:<id>', with its time. */
  readRecord: <T>(name: string) => Promise<{ value: T; at: string } | undefined>
  /** `among` keeps only the newest `keep` records whose names begin with `of`. */
  writeRecord: (name: string, value: unknown, among?: Among) => Promise<void>
  /** Resumes with a new token after the person signs in again in place. */
  resume: () => void
  /** Stops sending and listening. Pending changes stay. */
  close: () => Promise<void>
  /**
   * Closes and deletes all but pending changes and typed text, to which it adds `drafts`. Returns the number of pending
   * changes of all tabs.
   */
  lockAway: (drafts?: readonly StoredDraft[]) => Promise<number>
  /** Call it only if the outbox is empty or the person agreed. */
  destroy: () => Promise<void>
}

/** Content of an open form when the session ended. */
export type StoredDraft = {
  name: string
  value: unknown
  at: string
  /** The person was notified that it is stored. */
  isTold?: boolean
}

export type SyncStatus = ReturnType<Engine['status']['get']>

/** Most revision IDs per row. Source: the specification, section 7 (50 on mobile). */
const REVISIONS = { mobile: 50, otherwise: 200 }

/** Reads the local database before any request. Rejects if it can't be opened. */
export async function openEngine(given: EngineOptions): Promise<Engine> {
  const collections = [...given.collections]
  const options = { ...given, collections }
  const { actor, zone, clock, newKey } = options
  const version = options.version ?? 1
  const actions = new Map<string, AnyAction>(options.actions.map((action) => [action.name, action]))
  const closing = new AbortController()

  const database = await openLocalDatabase(options.database, (why) => endedWith(why))
  const memory = makeMemory(database, collections, { actor, zone, actions }, () => shown.follow())
  const revLimit = options.isMobile ? REVISIONS.mobile : REVISIONS.otherwise
  const outbox = outboxOf(memory.rules, { newRev: newKey, now: clock.now, revLimit })
  const { learn, isToLearn } = createCollectionLoader({
    options,
    memory,
    actions,
    learned: () => void loop.ask('pull'),
    closing: closing.signal,
  })
  const unkept = new Set<string>()
  const shown = createOutboxView(options, memory, { actions, isToLearn, unkept })
  await migrateOutbox(database, version, options.migrate)
  await memory.readFirst()
  const noticed = {
    noticed: shown.follow,
    onNewer: () => void close().then(() => options.onClosed?.('newer')),
    onBroken,
  }
  const loop = startLoop({ options, database, memory, outbox, closing: closing.signal, ...noticed })
  const acting = createDispatcher({ database, memory, outbox, newKey, now: clock.now, version, unkept, appended })
  const hasLater = collections.some(({ statuses }: AnyCollection) => statuses?.later.length)
  if (hasLater) clock.setTimeout(() => void memory.readLater().catch(onBroken), 0)

  function appended() {
    shown.follow()
    loop.appended()
  }
  function endedWith(why: 'lost' | 'deleted' | 'newer') {
    closing.abort()
    options.channel.close()
    options.onClosed?.(why)
  }
  /** A closing database is already reported. Any other failed write is a bug. */
  function onBroken(problem: unknown) {
    if (!closing.signal.aborted && !(problem instanceof DOMException)) reportError(problem)
  }
  async function stop() {
    await acting.settled()
    closing.abort()
    await loop.ended()
  }
  async function close() {
    await stop()
    database.close()
    options.channel.close()
  }
  async function change<T>(work: (write: Write) => Promise<T>): Promise<T> {
    const result = await database.write(work)
    await loop.written()
    return result
  }

  return {
    actor,
    of: <R extends Row>({ name }: Collection<R>) => memory.of(name).rows as unknown as CollectionRows<R>,
    act: acting.act,
    takeBack: (key) => change((write) => outbox.takeBack(write, key)),
    dismiss: (key) => {
      const stuck = createOutboxStatus(memory.queue(), (action) => actions.has(action))
      return change((write) =>
        outbox.dismiss(write, key, (entry) => [...stuck.keys()].some((one) => one.key === entry.key)),
      )
    },
    async retry(key, input) {
      const entry = memory.queue().find((one) => one.key === key)
      const action = entry && actions.get(entry.action)
      if (!action) return
      const read = input === undefined ? undefined : readInput(action, input)
      const changes = {
        key: newKey(),
        at: new Date(clock.now()).toISOString(),
        v: version,
        ...(read !== undefined && { input: read }),
      }
      await change((write) => outbox.retry(write, key, changes))
    },
    outbox: { list: shown.list, subscribe: memory.subscribeOutbox },
    status: { get: shown.status, subscribe: shown.subscribeStatus },
    learn,
    pull: () => loop.ask('pull'),
    flush: () => loop.ask('flush'),
    async readRecord<T>(name: string) {
      const record = await database.readRecord(name)
      return record && { value: record.value as T, at: record.at }
    },
    async writeRecord(name, value, among) {
      await database.writeRecord({ name, value, at: new Date(clock.now()).toISOString() }, among)
    },
    resume() {
      const signedIn = change(async (write) => {
        write.meta.isSignInNeeded = false
      })
      void signedIn.then(() => loop.ask('pull')).catch(onBroken)
    },
    close,
    async lockAway(drafts = []) {
      await stop()
      return database.lockAway(drafts).finally(close)
    },
    async destroy() {
      await close()
      await database.remove()
    },
  }
}
