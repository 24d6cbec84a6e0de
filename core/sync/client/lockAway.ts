// What stays on a device when the person's session has ended: what waits to be sent, and nothing that the server can tell again.
import { isTemporary } from '../protocol.ts'
import { firstMeta, META } from './localSchema.ts'
import type { Connection } from './parts.ts'
import { isCreate } from './replay.ts'

/** The stores that it needs in one transaction: killed in it, a device has all or none of it done. */
export const LOCKED_STORES = ['rows', 'records', 'outbox', 'meta'] as const

type Locking = ReturnType<typeof lockingOf>
export const lockingOf = (db: Connection) => db.transaction([...LOCKED_STORES], 'readwrite', { durability: 'strict' })

/** Deletes rows and records, but for rows that this device alone has; of what is queued, the copies of rows beside it. */
export async function deleteAllButQueue(tx: Locking): Promise<void> {
  const rows = tx.objectStore('rows')
  for (const key of await rows.getAllKeys()) if (!isTemporary(key[1])) await rows.delete(key)
  await tx.objectStore('records').clear()
  const outbox = tx.objectStore('outbox')
  for (let cursor = await outbox.openCursor(); cursor; cursor = await cursor.continue())
    if (!isCreate(cursor.value) && cursor.value.row !== null) await cursor.update({ ...cursor.value, row: null })
  const meta = tx.objectStore('meta')
  const seq = ((await meta.get(META))?.seq ?? 0) + 1
  // Whoever has read less reads everything anew.
  await meta.put({ ...firstMeta(), seq, purgedTo: seq, isLockedAway: true }, META)
}
