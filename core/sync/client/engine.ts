// The offline engine's API for screens.
import type { AnyCollection, Collection } from '../collection.ts'
import type { AnyAction, Row } from '../protocol.ts'
import { createDispatcher, readInput } from './acting.ts'
import type { EngineOptions } from './environment.ts'
import { createCollectionLoader } from './learning.ts'
import { openLocalDatabase, type Write } from './localDatabase.ts'
import { startLoop } from './loop.ts'
import { makeMemory } from './memory.ts'
import { migrateOutbox, outboxOf } from './outbox/outbox.ts'
import { createOutboxStatus, createOutboxView } from './outgoing.ts'
import type { CollectionRows, Engine } from './types.ts'

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
