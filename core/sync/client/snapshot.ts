// Reads rows, the outbox, and new IDs in one transaction.
import type { AnyCollection } from '../collection.ts'
import { metaOf, NO_STATUS } from './localDatabase.ts'
import type { Meta, PersistedRow, ReadTransaction, Renamed } from './localSchema.ts'
import { everyKeyOf } from './outbox/persistedRows.ts'
import { touchedAfter } from './outbox/queued.ts'
import { type Entry, EVERY_ROW } from './replay.ts'

/** `isWhole` means that rows missing from it are deleted. */
export type Snapshot = { meta: Meta; kept: PersistedRow[]; outbox: ReadOutbox; renamed: Renamed[]; isWhole: boolean }
/** All, or only touched entries, null if deleted. */
export type ReadOutbox = { all: Entry[] } | { touched: ReadonlyMap<number, Entry | null> }
/** Statuses to read of each collection. */
export type SnapshotRequest = 'first' | 'later' | 'none'

/** `after`: the last `_seq` read, null for none. */
export async function snapshotOf(
  tx: ReadTransaction,
  collections: readonly AnyCollection[],
  wanted: SnapshotRequest,
  after: number | null,
): Promise<Snapshot> {
  const rows = tx.objectStore('rows')
  const since = after === null ? null : IDBKeyRange.lowerBound(after, true)
  const meta = await metaOf(tx)
  const [outbox, renamed, changes, ...lists] = await Promise.all([
    outboxAfter(tx, meta, after),
    tx.objectStore('idmap').index('_seq').getAll(since),
    since ? rows.index('_seq').getAll(since) : [],
    ...collections.flatMap((one) => readOf(tx, one, wanted)),
  ])
  if (after !== null && meta.purgedTo > after)
    return { meta, outbox, renamed, kept: await rows.getAll(), isWhole: true }
  const queued =
    after === null ? await Promise.all(placesIn('all' in outbox ? outbox.all : []).map((place) => rows.get(place))) : []
  const kept = [...lists.flat(), ...changes, ...queued.filter((one) => one !== undefined)]
  return { meta, outbox, renamed, kept, isWhole: false }
}

async function outboxAfter(tx: ReadTransaction, meta: Meta, after: number | null): Promise<ReadOutbox> {
  const outbox = tx.objectStore('outbox')
  const touched = after === null ? null : touchedAfter(meta, after)
  if (!touched) return { all: await outbox.getAll() }
  const now = await Promise.all(touched.map((seq) => outbox.get(seq)))
  return { touched: new Map(touched.map((seq, i) => [seq, now[i] ?? null])) }
}

function readOf(
  tx: ReadTransaction,
  { name, statuses }: AnyCollection,
  wanted: SnapshotRequest,
): Promise<PersistedRow[]>[] {
  if (wanted === 'none') return []
  const rows = tx.objectStore('rows')
  if (!statuses) return wanted === 'first' ? [rows.getAll(everyKeyOf(name))] : []
  const named = wanted === 'first' ? [NO_STATUS, ...statuses.first] : statuses.later
  return named.map((status) => rows.index('status').getAll([name, status]))
}

function placesIn(outbox: readonly Entry[]): [string, string][] {
  const named = outbox.filter(({ entity }) => entity !== EVERY_ROW)
  return [...new Map(named.map((one) => [`${one.collection} ${one.entity}`, one])).values()].map(
    ({ collection, entity }) => [collection, entity],
  )
}
