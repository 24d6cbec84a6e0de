// What this tab holds: confirmed rows, the outbox and, made of both, the views. It follows the local database by `_seq`;
// actions of this tab stand in it at once, before the database has them.
import { isTemporary, type Row } from '../protocol.ts'
import {
  confirmedOf,
  type Kept,
  type LocalDatabase,
  type Meta,
  metaOf,
  type Reading,
  type Renamed,
} from './localDatabase.ts'
import { bySeq, type Entry, EVERY_ROW, type Rules, replay } from './replay.ts'
import { listeners, makeRows } from './rows.ts'

type Held = { confirmed: Row | null; rev: string }
type Snapshot = { order: number; meta: Meta; kept: Kept[]; outbox: Entry[]; renamed: Renamed[]; isWhole: boolean }
/** An action that the last snapshot may not have: `order` counts the transactions of this tab. */
export type Unread = { entry: Entry; order: number }

export type Memory = ReturnType<typeof makeMemory>

export function makeMemory(database: LocalDatabase, rulesWithoutIds: Omit<Rules, 'resolve'>, onApplied: () => void) {
  const store = makeRows()
  const held = new Map<string, Held>()
  const outboxChanged = listeners()
  const rules: Rules = { ...rulesWithoutIds, resolve: store.rows.resolve }
  let queue: Entry[] = []
  let byEntity = new Map<string, Entry[]>()
  let unread: Unread[] = []
  let order = 0
  let meta: Meta = { seq: 0, cursor: null, lastSync: null, offlineSince: null, isSignInNeeded: false, purgedTo: 0 }
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  function setQueue(entries: Entry[]) {
    queue = entries
    byEntity = new Map()
    for (const entry of entries) append(entry)
  }
  function append(entry: Entry) {
    const mine = byEntity.get(entry.entity)
    if (mine) mine.push(entry)
    else byEntity.set(entry.entity, [entry])
  }
  function entriesFor(id: string): Entry[] {
    const each = byEntity.get(EVERY_ROW)
    const mine = byEntity.get(id)
    return each ? (mine ? [...mine, ...each].sort(bySeq) : each) : (mine ?? [])
  }
  function show(id: string) {
    store.set(id, replay(rules, held.get(id)?.confirmed ?? null, entriesFor(id)))
  }

  function apply(snapshot: Snapshot) {
    meta = snapshot.meta
    for (const { temp, real } of snapshot.renamed) store.rename(temp, real)
    unread = unread.filter((mine) => mine.order > snapshot.order)
    for (const { entry } of unread) entry.entity = rules.resolve(entry.entity)
    const last = snapshot.outbox.at(-1)?.seq ?? 0
    for (const [i, { entry }] of unread.entries()) if (entry.seq <= last) entry.seq = last + 1 + i
    setQueue([...snapshot.outbox, ...unread.map((mine) => mine.entry)])
    if (snapshot.isWhole) {
      const ids = new Set(snapshot.kept.map((kept) => kept.id))
      for (const id of [...held.keys()]) if (!ids.has(id)) forget(id)
    }
    for (const kept of snapshot.kept) {
      const known = held.get(kept.id)
      if (known?.rev === kept._rev) continue
      const isTombstone = kept.doc === null && kept.base === undefined
      if (isTombstone && !byEntity.has(kept.id)) {
        forget(kept.id)
        continue
      }
      held.set(kept.id, { confirmed: confirmedOf(kept), rev: kept._rev })
      // Without queued actions the document is the confirmed row: nothing to replay on thousands of rows.
      if (kept.base === undefined && entriesFor(kept.id).length === 0) store.set(kept.id, kept.doc)
      else show(kept.id)
    }
    onApplied()
    store.publish()
    outboxChanged.notify()
  }
  function forget(id: string) {
    held.delete(id)
    store.set(id, null)
  }

  /** Everything a tab needs in one transaction: rows by status or since `after`, the outbox, the rows it names, new ids. */
  function read(statuses: readonly string[], after: number | null): Promise<void> {
    return database.read((tx) => snapshotOf(tx, statuses, after)).then(apply)
  }

  async function snapshotOf(tx: Reading, statuses: readonly string[], after: number | null): Promise<Snapshot> {
    const at = ++order
    const targets = tx.objectStore('targets')
    const since = after === null ? null : IDBKeyRange.lowerBound(after, true)
    const [facts, outbox, renamed, changes, ...lists] = await Promise.all([
      metaOf(tx),
      tx.objectStore('outbox').getAll(),
      tx.objectStore('idmap').index('_seq').getAll(since),
      since ? targets.index('_seq').getAll(since) : [],
      ...statuses.map((status) => targets.index('status').getAll(status)),
    ])
    const isWhole = after !== null && facts.purgedTo > after
    if (isWhole) return { order: at, meta: facts, outbox, renamed, kept: await targets.getAll(), isWhole }
    const named =
      after === null ? [...new Set(outbox.map((entry) => entry.entity))].filter((id) => id !== EVERY_ROW) : []
    const queued = await Promise.all(named.map((id) => targets.get(id)))
    return {
      order: at,
      meta: facts,
      outbox,
      renamed,
      kept: [...lists.flat(), ...changes, ...queued.filter((kept) => kept !== undefined)],
      isWhole,
    }
  }

  return {
    rows: store.rows,
    rules,
    meta: () => meta,
    queue: () => queue,
    held: (id: string) => held.get(id),
    views: () => store.rows.all(),
    subscribeOutbox: outboxChanged.subscribe,
    nextOrder: () => ++order,

    /** The first read: rows of these statuses and what the outbox names. */
    readFirst: (statuses: readonly string[]) => read(statuses, null),

    readLater(statuses: readonly string[]): Promise<void> {
      reading = reading.catch(() => undefined).then(() => read(statuses, meta.seq))
      return reading
    },

    /** Reads what any tab has written since the last time. One at a time; calls in between share the next one. */
    catchUp(): Promise<void> {
      next ??= reading
        .catch(() => undefined)
        .then(() => {
          next = null
          reading = read([], meta.seq)
          return reading
        })
      return next
    },

    /** Shows an action of this tab before it is stored. */
    show(unsaved: Unread, changes: ReadonlyMap<string, { view: Row | null; rev: string }>) {
      unsaved.entry.seq = (queue.at(-1)?.seq ?? 0) + 1
      unread.push(unsaved)
      queue.push(unsaved.entry)
      append(unsaved.entry)
      for (const [id, { view, rev }] of changes) {
        const known = held.get(id)
        held.set(id, { confirmed: known?.confirmed ?? null, rev })
        store.set(id, view)
      }
      onApplied()
      store.publish()
      outboxChanged.notify()
    },

    /** Takes it off again: it could not be stored. */
    restore(unsaved: Unread, ids: Iterable<string>) {
      unread = unread.filter((mine) => mine !== unsaved)
      setQueue(queue.filter((entry) => entry !== unsaved.entry))
      for (const given of ids) {
        const id = rules.resolve(given)
        show(id)
        const known = held.get(id)
        if (known && !known.confirmed && isTemporary(id) && !byEntity.has(id)) held.delete(id)
        else if (known) known.rev = ''
      }
      onApplied()
      store.publish()
      outboxChanged.notify()
    },
  }
}
