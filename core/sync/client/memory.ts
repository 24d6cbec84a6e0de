// What this tab holds: the rows of each collection and the outbox. It follows the local database by `_seq`;
// actions of this tab stand in it at once, before the database has them.
import type { AnyCollection } from '../collection.ts'
import type { Row } from '../protocol.ts'
import { type HeldRows, holdRows } from './heldRows.ts'
import type { LocalDatabase } from './localDatabase.ts'
import { firstMeta } from './localSchema.ts'
import { makeQueue, type Unread } from './queue.ts'
import type { Rules } from './replay.ts'
import { listeners, makeIds } from './rows.ts'
import { type Snapshot, type SnapshotRequest, snapshotOf } from './snapshot.ts'

/** Below the `_seq` of every write. */
const BEFORE_ALL = 0

export type Memory = ReturnType<typeof makeMemory>

export function makeMemory(
  database: LocalDatabase,
  collections: readonly AnyCollection[],
  rulesWithoutIds: Omit<Rules, 'resolve'>,
  onApplied: () => void,
) {
  const ids = makeIds()
  const rules: Rules = { ...rulesWithoutIds, resolve: ids.resolve }
  const queue = makeQueue()
  const isKept = (name: string) => () => meta.cursors[name] !== undefined
  const held = new Map<string, HeldRows>()
  hold(collections)
  const outboxChanged = listeners()
  let order = 0
  let meta = firstMeta()
  /** The rows here are older than a lock, so that all of them are read again. */
  let isBehind = false
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  function hold(those: readonly AnyCollection[]) {
    for (const { name } of those) held.set(name, holdRows(name, rules, queue, { ids, isKept: isKept(name) }))
  }

  /** Throws for a collection that this engine does not know. */
  function of(collection: string): HeldRows {
    const rows = held.get(collection)
    if (!rows) throw new Error(`The engine knows no collection '${collection}'.`)
    return rows
  }

  function apply(snapshot: Snapshot, at: number) {
    meta = snapshot.meta
    for (const { collection, temp, real } of snapshot.renamed)
      if (ids.add(temp, real)) held.get(collection)?.renamed(temp)
    queue.follow(snapshot.outbox, at, ids.resolve)
    // Rows that another tab locked away stay in this one until it ends too, because a draft that is open here belongs to them.
    isBehind = snapshot.isWhole && snapshot.meta.isLockedAway
    if (snapshot.isWhole && !isBehind) {
      const there = Map.groupBy(snapshot.kept, ({ collection }) => collection)
      for (const [name, rows] of held) rows.forgetAllBut(new Set(there.get(name)?.map(({ id }) => id)))
    }
    // Another version may have kept rows that this one knows nothing of.
    for (const kept of snapshot.kept) held.get(kept.collection)?.take(kept)
    publish()
  }

  function publish() {
    onApplied()
    for (const rows of held.values()) rows.publish()
    outboxChanged.notify()
  }

  function read(wanted: SnapshotRequest, after: number | null, those = collections): Promise<void> {
    let at = 0
    const snapshot = database.read((tx) => {
      at = ++order
      return snapshotOf(tx, those, wanted, after)
    })
    return snapshot.then((found) => apply(found, at))
  }

  return {
    of,
    rules,
    meta: () => meta,
    queue: queue.list,
    subscribeOutbox: outboxChanged.subscribe,
    nextOrder: () => ++order,

    /** The first read: rows of the first statuses and what the outbox names. */
    readFirst: () => read('first', null),

    readLater(): Promise<void> {
      reading = reading.catch(() => undefined).then(() => read('later', meta.seq))
      return reading
    },

    /** Holds these too, and reads all of their rows. */
    learn(more: readonly AnyCollection[]): Promise<void> {
      hold(more)
      reading = reading
        .catch(() => undefined)
        .then(() => read('first', meta.seq, more))
        .then(() => read('later', meta.seq, more))
      return reading
    },

    /** Reads what any tab has written since the last time. One at a time; calls in between share the next one. */
    catchUp(): Promise<void> {
      next ??= reading
        .catch(() => undefined)
        .then(() => {
          next = null
          reading = read('none', isBehind ? BEFORE_ALL : meta.seq)
          return reading
        })
      return next
    },

    /** Shows an action of this tab before it is stored. */
    show(unsaved: Unread, changes: ReadonlyMap<string, { view: Row | null; rev: string }>) {
      queue.append(unsaved)
      const rows = of(unsaved.entry.collection)
      for (const [id, { view, rev }] of changes) rows.foresee(id, view, rev)
      publish()
    },

    /** Takes it off again: it could not be stored. */
    restore(unsaved: Unread, changed: Iterable<string>) {
      queue.remove(unsaved)
      const rows = of(unsaved.entry.collection)
      for (const id of changed) rows.restore(ids.resolve(id))
      publish()
    },
  }
}
