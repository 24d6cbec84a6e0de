// All outbox changes go through here, so that tabs needn't read it all again.
import type { Meta, Writing } from '../localSchema.ts'
import type { Entry } from '../replay.ts'

/** From this many on, one read of everything is faster. */
const MANY = 100
/** Number of past writes to remember. */
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
    /** Records this write's outbox entries. */
    noteIn(meta: Meta) {
      const mine = { seq: meta.seq, entries: touched.length < MANY ? touched : null }
      meta.touched = [...meta.touched, mine].slice(-LAST)
    },
  }
}

/** Returns the entries touched after the write `after`, or null if unknown. */
export function touchedAfter({ seq, touched }: Meta, after: number): number[] | null {
  const writes = touched.filter((one) => one.seq > after)
  // An older version can have written in between.
  if (writes.length !== seq - after || writes.some(({ entries }) => entries === null)) return null
  return [...new Set(writes.flatMap(({ entries }) => entries ?? []))]
}
