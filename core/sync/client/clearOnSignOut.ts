// Clears a device at the end of a session, except for pending changes and typed text.
import { isTemporary } from '../protocol.ts'
import type { Connection } from './environment.ts'
import { firstMeta, META } from './localSchema.ts'
import { isCreate } from './replay.ts'

/** One transaction, so that a kill does all or nothing. */
export const LOCKED_STORES = ['rows', 'records', 'outbox', 'meta'] as const

type Locking = ReturnType<typeof lockingOf>
export const lockingOf = (db: Connection) => db.transaction([...LOCKED_STORES], 'readwrite', { durability: 'strict' })

/** Prefix of typed text, which stays with the queue. */
export const DRAFTS = 'draft:'
export const FORM_DRAFTS = `${DRAFTS}forms`

type Records = { getAllKeys: () => Promise<string[]>; delete: (name: string) => Promise<void> }

export async function clearServerRows(records: Records): Promise<void> {
  for (const name of await records.getAllKeys()) if (!name.startsWith(DRAFTS)) await records.delete(name)
}

/**
 * Deletes records, row copies in queued actions, and rows that the server has. Returns the number of pending changes,
 * including other tabs'.
 */
export async function deleteAllButQueue(tx: Locking, drafts: readonly unknown[]): Promise<number> {
  // Holds data too large for the database.
  const cacheGone = globalThis.caches?.delete(tx.db.name).catch(() => false)
  const rows = tx.objectStore('rows')
  for (const key of await rows.getAllKeys()) if (!isTemporary(key[1])) await rows.delete(key)
  const records = tx.objectStore('records')
  await clearServerRows(records)
  if (drafts.length > 0) {
    // Another tab can have stored some.
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
  // A tab that has read less reads everything again.
  await meta.put({ ...firstMeta(), seq, purgedTo: seq, isLockedAway: true }, META)
  await cacheGone
  return waiting
}
