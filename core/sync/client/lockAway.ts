// What stays on a device when the person's session has ended: what waits to be sent, and nothing that the server can tell again.
import { isTemporary } from '../protocol.ts'
import { firstMeta, META } from './localSchema.ts'
import type { Connection } from './parts.ts'
import { isCreate } from './replay.ts'

/** The stores that it needs in one transaction: killed in it, a device has all or none of it done. */
export const LOCKED_STORES = ['rows', 'records', 'outbox', 'meta'] as const

type Locking = ReturnType<typeof lockingOf>
export const lockingOf = (db: Connection) => db.transaction([...LOCKED_STORES], 'readwrite', { durability: 'strict' })

/** Records whose names begin with it hold what the person typed: they stay with the queue. */
export const DRAFTS = 'draft:'
/** The record of what stood in open forms. */
export const FORM_DRAFTS = `${DRAFTS}forms`

type Records = { getAllKeys: () => Promise<string[]>; delete: (name: string) => Promise<void> }

/** Deletes what the server can tell again. */
export async function clearServerRows(records: Records): Promise<void> {
  for (const name of await records.getAllKeys()) if (!name.startsWith(DRAFTS)) await records.delete(name)
}

/** Deletes rows and records, but for rows that this device alone has; of what is queued, the copies of rows beside it. Returns how many changes wait to be sent, those of other tabs too. */
export async function deleteAllButQueue(tx: Locking, drafts: readonly unknown[]): Promise<number> {
  // What is too large for a database lies in a cache of its name.
  const cacheGone = globalThis.caches?.delete(tx.db.name).catch(() => false)
  const rows = tx.objectStore('rows')
  for (const key of await rows.getAllKeys()) if (!isTemporary(key[1])) await rows.delete(key)
  const records = tx.objectStore('records')
  await clearServerRows(records)
  if (drafts.length > 0) {
    // Another tab may have kept some.
    const before = (await records.get(FORM_DRAFTS))?.value as unknown[] | undefined
    await records.put({ name: FORM_DRAFTS, value: [...(before ?? []), ...drafts], at: new Date().toISOString() })
  }
  const outbox = tx.objectStore('outbox')
  let waiting = 0
  for (let cursor = await outbox.openCursor(); cursor; cursor = await cursor.continue()) {
    if (cursor.value.state === 'waiting' || cursor.value.state === 'sending') waiting++
    if (!isCreate(cursor.value) && cursor.value.row !== null) await cursor.update({ ...cursor.value, row: null })
  }
  const meta = tx.objectStore('meta')
  const seq = ((await meta.get(META))?.seq ?? 0) + 1
  // Whoever has read less reads everything anew.
  await meta.put({ ...firstMeta(), seq, purgedTo: seq, isLockedAway: true }, META)
  await cacheGone
  return waiting
}
