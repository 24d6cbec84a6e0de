// Rows and outbox of this tab. Follows the database by `_seq`, and shows this tab's actions before they are stored.
import type { AnyCollection } from '../collection.ts'
import type { Row } from '../protocol.ts'
import { type HeldRows, holdRows } from './heldRows.ts'
import type { LocalDatabase } from './localDatabase.ts'
import { firstMeta } from './localSchema.ts'
import { makeQueue, type Unread } from './queue.ts'
import type { Rules } from './replay.ts'
import { listeners, makeIds } from './rows.ts'
import { type Snapshot, type SnapshotRequest, snapshotOf } from './snapshot.ts'

/** Lower than the `_seq` of every write. */
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
  /** The rows predate a sign-out, so all are read again. */
  let isBehind = false
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  function hold(those: readonly AnyCollection[]) {
    for (const { name } of those) held.set(name, holdRows(name, rules, queue, { ids, isKept: isKept(name) }))
  }

  function of(collection: string): HeldRows {
    const rows = held.get(collection)
    if (!rows) throw new Error(`The engine has no collection “${collection}.”`)
    return rows
  }

  function apply(snapshot: Snapshot, at: number) {
    meta = snapshot.meta
    for (const { collection, temp, real } of snapshot.renamed)
      if (ids.add(temp, real)) held.get(collection)?.renamed(temp)
    queue.follow(snapshot.outbox, at, ids.resolve)
    // Rows that another tab deleted at sign-out stay here until this session ends too, because open drafts belong to
    // them.
    isBehind = snapshot.isWhole && snapshot.meta.isLockedAway
    if (snapshot.isWhole && !isBehind) {
      const there = Map.groupBy(snapshot.kept, ({ collection }) => collection)
      for (const [name, rows] of held) rows.forgetAllBut(new Set(there.get(name)?.map(({ id }) => id)))
    }
    // Another version can have other collections.
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

    /** Rows of the first statuses, and those in the outbox. */
    readFirst: () => read('first', null),

    readLater(): Promise<void> {
      reading = reading.catch(() => undefined).then(() => read('later', meta.seq))
      return reading
    },

    learn(more: readonly AnyCollection[]): Promise<void> {
      hold(more)
      reading = reading
        .catch(() => undefined)
        .then(() => read('first', meta.seq, more))
        .then(() => read('later', meta.seq, more))
      return reading
    },

    /** Reads all tabs' writes since the last time. One at a time, and calls in between share the next. */
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

    show(unsaved: Unread, changes: ReadonlyMap<string, { view: Row | null; rev: string }>) {
      queue.append(unsaved)
      const rows = of(unsaved.entry.collection)
      for (const [id, { view, rev }] of changes) rows.foresee(id, view, rev)
      publish()
    },

    /** Removes an action that couldn't be stored. */
    restore(unsaved: Unread, changed: Iterable<string>) {
      queue.remove(unsaved)
      const rows = of(unsaved.entry.collection)
      for (const id of changed) rows.restore(ids.resolve(id))
      publish()
    },
  }
}
