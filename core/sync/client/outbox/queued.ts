// Every change of the outbox goes through here, so that a tab that has read it once need not read all of it again.
import type { Writing } from '../localDatabase.ts'
import type { Meta } from '../localSchema.ts'
import type { Entry } from '../replay.ts'

/** From this many on, one read of everything is quicker than one read each. */
const MANY = 100
/** The writes of so long ago are remembered. */
const LAST = 50

export type QueuedAction = ReturnType<typeof queuedIn>

export function queuedIn(tx: Writing) {
  const outbox = tx.objectStore('outbox')
  const touched: number[] = []
  return {
    async add(entry: Omit<Entry, 'seq'>): Promise<number> {
      const seq = await outbox.add(entry as Entry)
      touched.push(seq)
      return seq
    },
    put(entry: Entry): Promise<unknown> {
      touched.push(entry.seq)
      return outbox.put(entry)
    },
    delete(seq: number): Promise<void> {
      touched.push(seq)
      return outbox.delete(seq)
    },
    /** What of the outbox this write has touched, behind what those before it have. */
    noteIn(meta: Meta) {
      const mine = { seq: meta.seq, entries: touched.length < MANY ? touched : null }
      meta.touched = [...meta.touched, mine].slice(-LAST)
    },
  }
}

/** Which entries were touched after the write `after`; null where that is not known. */
export function touchedAfter({ seq, touched }: Meta, after: number): number[] | null {
  const writes = touched.filter((one) => one.seq > after)
  // A version that knows nothing of this may have written in between.
  if (writes.length !== seq - after || writes.some(({ entries }) => entries === null)) return null
  return [...new Set(writes.flatMap(({ entries }) => entries ?? []))]
}
