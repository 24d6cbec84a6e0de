// What the local database holds, and how one that an older version wrote becomes it: nothing queued is ever lost on the way.
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Row } from '../protocol.ts'
import type { Entry } from './replay.ts'

/** `doc` is the row as shown, null when gone. `base` is the last confirmed row, kept while something is queued for it; null when none is confirmed. */
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
  /** By collection, where its next incremental pull goes on; none before the first. */
  cursors: Record<string, string>
  lastSync: string | null
  offlineSince: string | null
  isSignInNeeded: boolean
  /** The rows were locked away, and have not been fetched since. */
  isLockedAway: boolean
  /** Tombstones up to this `_seq` are forgotten: who has read less reads everything. */
  purgedTo: number
  /** Of the last writes, in order, which entries of the outbox each has touched; null where there were many. Who has read less reads all of it. */
  touched: { seq: number; entries: number[] | null }[]
}
export type LocalSchema = DBSchema & {
  rows: { key: [string, string]; value: PersistedRow; indexes: { status: [string, string]; _seq: number } }
  records: { key: string; value: { name: string; value: unknown; at: string } }
  outbox: { key: number; value: Entry; indexes: { key: string; entity: [string, string] } }
  idmap: { key: string; value: Renamed; indexes: { _seq: number } }
  meta: { key: string; value: Meta }
}

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

/** Brings a database of any older version here, in its one transaction: who is killed meanwhile finds it as it was. */
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
  // Who opens it is told by the opening itself.
  tx.done.catch(() => undefined)
  // A half of it must never be taken for the whole.
  fromOneCollection(db as unknown as IDBPDatabase, tx as unknown as AnyUpgrading).catch(() => {
    try {
      tx.abort()
    } catch {
      // It has ended already, of itself.
    }
  })
}

type AnyUpgrading = IDBPTransaction<unknown, string[], 'versionchange'>

/** Version 1 knew one kind of row, whose store had its name. */
const ONLY = 'targets'
/** Rows that are moved at a time. */
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
