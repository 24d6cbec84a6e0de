// What the screens know of the offline engine, and its parts put together.
import type { ErrorBody } from '#core/contract/errors.ts'
import type { AnyCollection, Collection } from '../collection.ts'
import type { Action, Actor, AnyAction, Row } from '../protocol.ts'
import { createDispatcher, readInput } from './acting.ts'
import { createCollectionLoader } from './learning.ts'
import { type Among, openLocalDatabase, type Write } from './localDatabase.ts'
import { startLoop } from './loop.ts'
import { makeMemory } from './memory.ts'
import { migrateOutbox, outboxOf } from './outbox/outbox.ts'
import { createOutboxStatus, createOutboxView } from './outgoing.ts'
import type { EngineOptions } from './parts.ts'

/** The state in the top bar, worst first: a refusal to look at, a dead session, no network, work on its way, all saved. */
export type SyncState = 'attention' | 'signin' | 'offline' | 'waiting' | 'saved'

/** One queued or refused action, as the outbox panel shows it. */
export type Outgoing = {
  seq: number
  /** The idempotency key. */
  key: string
  /** The name of the collection that it is about. */
  collection: string
  /** The action's name and input as the person gave them. */
  action: string
  input: unknown
  /** The row it is about: its id (temporary until the server knows it) and as it was when the person acted. */
  rowId: string
  row: Row | null
  /** ISO instant at which the person acted. */
  at: string
  state: 'waiting' | 'sending' | 'refused' | 'parked'
  attempts: number
  /** Why it was refused or parked. */
  problem?: ErrorBody
}

export type DispatchResult = {
  key: string
  /** The row's id; a temporary one for a create. */
  id: string
  /** Settles when the action is safe on this device; rejects when it could not be kept, and then the view is already restored. */
  saved: Promise<void>
  /** Of what is sent directly and kept nowhere: whether the server has done it. The person has been told why not. */
  answered?: Promise<boolean>
}

/** Rows of one collection as the person sees them: confirmed rows with the queued actions replayed on top. */
export type CollectionRows<R extends Row = Row> = {
  get: (id: string) => R | undefined
  /** Follows temporary ids to the real one, so that a component or route that still holds the temporary id keeps working. */
  resolve: (id: string) => string
  /** The same array until any row changes. */
  all: () => readonly R[]
  subscribe: (listener: () => void) => () => void
  subscribeRow: (id: string, listener: () => void) => () => void
  /** Whether this device has all of the collection, as old as it may be: without, there is nothing to say of it. */
  isKept: () => boolean
}

export type Engine = {
  actor: Actor
  /** Throws for a collection that the engine neither was opened with nor has learned. */
  of: <R extends Row>(collection: Collection<R>) => CollectionRows<R>
  /** Decides on this device and paints at once. Throws the rule's Refusal when it says no. */
  act: <I, R extends Row>(action: Action<I, R>, input: NoInfer<I>) => DispatchResult
  /** Really takes an action back: out of the outbox while it waits, otherwise nothing and false. A create takes what hangs on it along. */
  takeBack: (key: string) => Promise<boolean>
  /** Forgets a refused or parked action. */
  dismiss: (key: string) => Promise<void>
  /** Sends a refused or parked action again, with other input if given, under a new key. */
  retry: (key: string, input?: unknown) => Promise<void>
  outbox: { list: () => readonly Outgoing[]; subscribe: (listener: () => void) => () => void }
  status: {
    get: () => {
      state: SyncState
      waiting: number
      /** So many of these the disk does not have yet: they would not outlive this page. */
      unkept: number
      attention: number
      offlineSince: string | null
      lastSync: string | null
      isLoaded: boolean
    }
    subscribe: (listener: () => void) => () => void
  }
  /** Takes in what `later` brings: its rows are there when it resolves, and what waits of its actions goes out. Once, however often it is called; where it could not be loaded the next call tries again. */
  learn: () => Promise<true>
  /** Fetches what changed on the server. Resolves when done, also when offline. */
  pull: () => Promise<void>
  /** Tries to send now, whatever the back-off says. */
  flush: () => Promise<void>
  /** A small record kept on the device: 'user', 'idhud', 'logo', 'timeline:<id>' … with the time it was written. */
  readRecord: <T>(name: string) => Promise<{ value: T; at: string } | undefined>
  /** `among`: of the records whose names begin with `of`, no more than the newest `keep` stay. */
  writeRecord: (name: string, value: unknown, among?: Among) => Promise<void>
  /** After the person signed in again in place: the queue goes on with the new token. */
  resume: () => void
  /** Stops sending and listening; what waits stays on the device. */
  close: () => Promise<void>
  /** Closes it, and deletes all that is on the device but what waits to be sent and what was typed; keeps `drafts` with it. Returns how many changes of any tab wait. */
  lockAway: (drafts?: readonly StoredDraft[]) => Promise<number>
  /** Deletes the local database. Only after the outbox is empty or the person agreed. */
  destroy: () => Promise<void>
}

/** What stood in an open form when the session ended. `name` is the form's. */
export type StoredDraft = {
  name: string
  value: unknown
  at: string
  /** The person knows that it is kept. */
  isTold?: boolean
}

export type SyncStatus = ReturnType<Engine['status']['get']>

/** The list of revision ids kept for a row is cut at this. Source: the specification, section 7 (50 on mobile). */
const REVISIONS = { mobile: 50, otherwise: 200 }

/** Opens a person's local database and reads it; the network comes after. Rejects when the database can't be opened. */
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
  /** A write that failed because the database is closing has been told already; anything else is a bug and must be seen. */
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
