// One database per user, with one record per row and the outbox. Every write goes through `write`, which takes the next
// `_seq`.
import { deleteDB, openDB } from 'idb'
import type { Row } from '../protocol.ts'
import type { Connection, DatabaseParts } from './environment.ts'
import {
  firstMeta,
  type LocalSchema,
  META,
  type Meta,
  type PersistedRow,
  type ReadTransaction,
  SCHEMA_VERSION,
  STORES,
  upgrade,
  type Writing,
} from './localSchema.ts'
import { type QueuedAction, queuedIn } from './outbox/queued.ts'
import type { Among } from './types.ts'

/** The metadata is stored at the end. */
export type Write = { tx: Writing; seq: number; meta: Meta; queued: QueuedAction }

export const GONE = 'gone'
/** IndexedDB can't index null or undefined. */
export const NO_STATUS = '-'

export const confirmedOf = (kept: PersistedRow | undefined): Row | null =>
  !kept ? null : kept.base !== undefined ? kept.base : kept.doc
export const metaOf = async (tx: ReadTransaction): Promise<Meta> => ({
  ...firstMeta(),
  ...(await tx.objectStore('meta').get(META)),
})

export type LocalDatabase = Awaited<ReturnType<typeof openLocalDatabase>>

/**
 * Reopens a database that the browser closes (phones do so in the background). Calls `onClosed` if that fails, or if
 * another tab deletes it or brings a newer schema.
 */
export async function openLocalDatabase(parts: DatabaseParts, onClosed: (why: 'lost' | 'deleted' | 'newer') => void) {
  const open = parts.open ?? ((name, version, callbacks) => openDB<LocalSchema>(name, version, callbacks))
  const remove = parts.remove ?? ((name: string) => deleteDB(name))
  let isClosed = false
  let connection: Connection | null = await connect()
  let reopening: Promise<Connection> | null = null

  function connect(): Promise<Connection> {
    return open(parts.name, SCHEMA_VERSION, {
      upgrade,
      blocking(_, wanted, event) {
        ;(event.target as IDBDatabase).close()
        giveUp(wanted === null ? 'deleted' : 'newer')
      },
      terminated() {
        connection = null
      },
    })
  }

  function giveUp(why: 'lost' | 'deleted' | 'newer') {
    if (isClosed) return
    isClosed = true
    connection = null
    onClosed(why)
  }

  function reopen(): Promise<Connection> {
    reopening ??= connect().then(
      (opened) => {
        reopening = null
        if (isClosed) opened.close()
        connection = opened
        return opened
      },
      (problem) => {
        reopening = null
        giveUp('lost')
        throw problem
      },
    )
    return reopening
  }

  /** Starts `work` in this turn while open, so that writes keep their order. */
  function using<T>(work: (db: Connection) => Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(closedError())
    if (!connection) return reopen().then(work)
    try {
      return work(connection)
    } catch (problem) {
      if (!isClosedError(problem)) return Promise.reject(problem)
      connection = null
      return reopen().then(work)
    }
  }

  /** An error in `work` aborts. Settles when complete. */
  function write<T>(
    work: (write: Write) => Promise<T>,
    options: { durability?: IDBTransactionDurability; onStarted?: () => void } = {},
  ): Promise<T> {
    return using((db) => {
      const tx = db.transaction(STORES, 'readwrite', { durability: options.durability ?? 'default' })
      options.onStarted?.()
      return complete(tx, async () => {
        const meta = await metaOf(tx as unknown as ReadTransaction)
        meta.seq += 1
        const queued = queuedIn(tx)
        const result = await work({ tx, seq: meta.seq, meta, queued })
        queued.noteIn(meta)
        unawaited(tx.objectStore('meta').put(meta, META))
        return result
      })
    })
  }

  function read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return using((db) => {
      const tx = db.transaction(STORES, 'readonly')
      return complete(tx, () => work(tx))
    })
  }

  return {
    write,
    read,
    readRecord: (name: string) => using((db) => db.get('records', name)),
    writeRecord: (record: LocalSchema['records']['value'], among?: Among) =>
      using((db) => putRecord(db, record, among)),
    /** The server can send these again if the person can still see them. */
    forgetRecords: () =>
      using(async (db) => {
        const { clearServerRows: forgetServerCopies } = await import('./clearOnSignOut.ts')
        const tx = db.transaction('records', 'readwrite')
        return complete(tx, () => forgetServerCopies(tx.store))
      }),
    /**
     * Deletes all but pending changes and typed text, to which it adds `drafts`. Returns the number of pending changes.
     */
    async lockAway(drafts: readonly unknown[]) {
      const { deleteAllButQueue, lockingOf } = await import('./clearOnSignOut.ts')
      return using((db) => {
        const tx = lockingOf(db)
        return complete(tx, () => deleteAllButQueue(tx, drafts))
      })
    },
    close() {
      isClosed = true
      connection?.close()
      connection = null
    },
    remove: () => remove(parts.name),
  }
}

async function putRecord(db: Connection, record: LocalSchema['records']['value'], among?: Among) {
  const tx = db.transaction('records', 'readwrite')
  return complete(tx, async () => {
    await tx.store.put(record)
    if (!among) return
    const all = IDBKeyRange.bound(among.of, `${among.of}\uffff`)
    if ((await tx.store.count(all)) <= among.keep) return
    const oldest = (await tx.store.getAll(all)).sort((a, b) => (a.at < b.at ? 1 : -1)).slice(among.keep)
    for (const { name } of oldest) unawaited(tx.store.delete(name))
  })
}

async function complete<T>(
  tx: { done: Promise<void>; abort: () => void; error: DOMException | null },
  work: () => Promise<T>,
): Promise<T> {
  const done = tx.done.then(
    () => null,
    (problem: unknown) => ({ problem }),
  )
  let result: T
  try {
    result = await work()
  } catch (problem) {
    try {
      tx.abort()
    } catch {
      // The transaction has already ended.
    }
    await done
    throw tx.error ?? problem
  }
  const failed = await done
  if (failed) throw tx.error ?? failed.problem
  return result
}

/** Marks a write whose failure the transaction reports. */
export const unawaited = (request: Promise<unknown>) => void request.catch(() => undefined)

const closedError = () => new DOMException('The local database is closed.', 'InvalidStateError')
const isClosedError = (problem: unknown) =>
  problem instanceof DOMException && (problem.code === 11 || problem.name === 'InvalidStateError')
