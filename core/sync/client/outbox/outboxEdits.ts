// Cancels, dismisses, or retries an action.
import type { Write } from '../localDatabase.ts'
import { type Entry, isCreate } from '../replay.ts'
import type { PersistedRows } from './persistedRows.ts'

export function outboxEdits(rows: PersistedRows) {
  const byKey = ({ tx }: Write, key: string) => tx.objectStore('outbox').index('key').get(key)

  /** Removes an entry, and for a create its dependents. */
  async function remove(write: Write, entry: Entry) {
    const outbox = write.tx.objectStore('outbox')
    await write.queued.delete(entry.seq)
    if (isCreate(entry))
      for (const follower of await outbox.index('entity').getAll([entry.collection, entry.entity]))
        await write.queued.delete(follower.seq)
    await rows.rebuildAround(write, entry)
  }

  async function takeBack(write: Write, key: string): Promise<boolean> {
    const entry = await byKey(write, key)
    if (entry?.state !== 'waiting' || entry.isSent) return false
    await remove(write, entry)
    return true
  }

  async function dismiss(write: Write, key: string, isStuck: (entry: Entry) => boolean) {
    const entry = await byKey(write, key)
    if (entry && (entry.state === 'refused' || entry.state === 'parked' || isStuck(entry))) await remove(write, entry)
  }

  /**
   * A create keeps its position before its dependents. Others move to the end. A refusal or changed input needs a new
   * key.
   */
  async function retry(write: Write, key: string, changes: { key: string; at: string; v: number; input?: unknown }) {
    const entry = await byKey(write, key)
    if (!entry || (entry.state !== 'refused' && entry.state !== 'parked')) return
    const { problem, request: _, cursor: __, ...rest } = entry
    const fresh = { ...rest, attempts: 0, nextAt: 0, delay: 0, isSent: false, isSilent: false, isForbidden: false }
    // The server may have applied it after a bug, or an unanswered attempt before a 403. Only the same key prevents a
    // repeat.
    const isSame = (problem?.code === 'bug' || (entry.isForbidden && entry.isSent)) && changes.input === undefined
    const again: Entry = isSame
      ? { ...entry, state: 'waiting', problem: undefined, isForbidden: false }
      : { ...fresh, ...changes, input: changes.input ?? entry.input, state: 'waiting' }
    if (isCreate(entry)) {
      await write.queued.put(again)
    } else {
      await write.queued.delete(entry.seq)
      const { seq: ___, ...unplaced } = again
      await write.queued.add(unplaced)
    }
    await rows.rebuildAround(write, entry)
  }

  return { remove, takeBack, dismiss, retry }
}
