// Schema of the local database, and upgrades that never lose a queued action.
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Row } from '../protocol.ts'
import type { Entry } from './replay.ts'

/**
 * `doc` is the row as shown, null if deleted. `base` is the last confirmed row while actions are queued, null for none.
 */
export type PersistedRow = {
  collection: string
  id: string
  status: string
  doc: Row | null
  base?: Row | null
  _rev: string
  _revs: string[]
  _seq: number
}
export type Renamed = { collection: string; temp: string; real: string; _seq: number }
export type Meta = {
  seq: number
  /** Cursor per collection for the next pull. Missing before the first. */
  cursors: Record<string, string>
  lastSync: string | null
  offlineSince: string | null
  isSignInNeeded: boolean
  /** Rows were deleted at sign-out and not fetched since. */
  isLockedAway: boolean
  /** Tombstones up to this `_seq` are purged. A tab behind it reads everything. */
  purgedTo: number
  /** Outbox entries touched by each recent write, null for many. A tab behind them reads the whole outbox. */
  touched: { seq: number; entries: number[] | null }[]
}
export type LocalSchema = DBSchema & {
  rows: { key: [string, string]; value: PersistedRow; indexes: { status: [string, string]; _seq: number } }
  records: { key: string; value: { name: string; value: unknown; at: string } }
  outbox: { key: number; value: Entry; indexes: { key: string; entity: [string, string] } }
  idmap: { key: string; value: Renamed; indexes: { _seq: number } }
  meta: { key: string; value: Meta }
}

type Store = 'rows' | 'outbox' | 'idmap' | 'meta'
/** Stores that one write can change together. */
export const STORES: Store[] = ['rows', 'outbox', 'idmap', 'meta']
export type ReadTransaction = IDBPTransaction<LocalSchema, Store[], 'readonly'>
export type Writing = IDBPTransaction<LocalSchema, Store[], 'readwrite'>

export const SCHEMA_VERSION = 2
export const META = 'meta'
export const firstMeta = (): Meta => ({
  seq: 0,
  cursors: {},
  lastSync: null,
  offlineSince: null,
  isSignInNeeded: false,
  isLockedAway: false,
  purgedTo: 0,
  touched: [],
})

type Upgrading = IDBPTransaction<LocalSchema, StoreNames<LocalSchema>[], 'versionchange'>

/** Upgrades any older version in its one transaction. A kill leaves it unchanged. */
export function upgrade(db: IDBPDatabase<LocalSchema>, from: number, _: number | null, tx: Upgrading): void {
  const rows = db.createObjectStore('rows', { keyPath: ['collection', 'id'] })
  rows.createIndex('status', ['collection', 'status'])
  rows.createIndex('_seq', '_seq')
  if (from === 0) {
    db.createObjectStore('records', { keyPath: 'name' })
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
    outbox.createIndex('key', 'key')
    outbox.createIndex('entity', ['collection', 'entity'])
    db.createObjectStore('idmap', { keyPath: 'temp' }).createIndex('_seq', '_seq')
    db.createObjectStore('meta')
    return
  }
  // Opening the database reports the error.
  tx.done.catch(() => undefined)
  // A half-finished upgrade must never be committed.
  fromOneCollection(db as unknown as IDBPDatabase, tx as unknown as AnyUpgrading).catch(() => {
    try {
      tx.abort()
    } catch {
      // The transaction has already ended.
    }
  })
}

type AnyUpgrading = IDBPTransaction<unknown, string[], 'versionchange'>

/** Store of version 1's only kind of row. */
const ONLY = 'targets'
/** Rows moved per step. */
const SOME = 500

async function fromOneCollection(db: IDBPDatabase, tx: AnyUpgrading): Promise<void> {
  const [from, to] = [tx.objectStore(ONLY), tx.objectStore('rows')]
  for (let some = await from.getAll(null, SOME); some.length > 0; ) {
    for (const kept of some) await to.put({ ...kept, collection: ONLY })
    some = await from.getAll(IDBKeyRange.lowerBound(some.at(-1).id, true), SOME)
  }
  db.deleteObjectStore(ONLY)

  const outbox = tx.objectStore('outbox')
  outbox.deleteIndex('entity')
  outbox.createIndex('entity', ['collection', 'entity'])
  for (const name of ['outbox', 'idmap'])
    for (let cursor = await tx.objectStore(name).openCursor(); cursor; cursor = await cursor.continue())
      await cursor.update({ ...cursor.value, collection: ONLY })

  const meta = tx.objectStore('meta')
  const known = await meta.get(META)
  if (!known) return
  const { cursor, ...facts } = known
  await meta.put({ ...facts, cursors: cursor === null ? {} : { [ONLY]: cursor } }, META)
}
