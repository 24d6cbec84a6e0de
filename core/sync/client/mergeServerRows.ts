// Stores server rows below queued actions, so that a refresh never overwrites unsent work.
import type { Row } from '../protocol.ts'
import { confirmedOf, GONE, type Write } from './localDatabase.ts'
import type { PersistedRow } from './localSchema.ts'
import type { Outbox } from './outbox/outbox.ts'
import { allRows } from './outbox/persistedRows.ts'
import { bySeq, type Entry, EVERY_ROW, isCreate } from './replay.ts'

/** `cursor: null`: none to continue from. `isAll`: the device has no other confirmed rows. */
export type Pulled = { rows: Row[]; gone: string[]; cursor: string | null; isAll?: boolean }

/** From this many rows on, one read of everything is faster. */
const MANY = 100

export async function mergeServerRows(write: Write, outbox: Outbox, pulled: Record<string, Pulled>) {
  const queued = await write.tx.objectStore('outbox').getAll()
  for (const [collection, changes] of Object.entries(pulled)) {
    const mine = queued.filter((entry) => entry.collection === collection)
    await layOne(write, outbox, collection, changes, mine)
    if (changes.cursor === null) {
      delete write.meta.cursors[collection]
      // The input is the person's own, but they can no longer see the copied row.
      for (const entry of mine)
        if (!isCreate(entry) && entry.row !== null) await write.queued.put({ ...entry, row: null })
    } else write.meta.cursors[collection] = changes.cursor
  }
}

async function layOne(write: Write, outbox: Outbox, collection: string, pulled: Pulled, queued: Entry[]) {
  const before = await persistedOf(write, collection, pulled)
  const each = queued.filter((entry) => entry.entity === EVERY_ROW)
  const named = Map.groupBy(queued, ({ entity }) => entity)
  const put = (id: string, confirmed: Row | null) => {
    const mine = named.get(id) ?? []
    const entries = each.length ? [...mine, ...each].sort(bySeq) : mine
    outbox.putRow(write, { collection, id }, before.get(id), confirmed, entries)
  }

  for (const row of pulled.rows) put(row.id, row)
  const isSent = new Set(pulled.rows.map((row) => row.id))
  const missing = pulled.isAll
    ? [...before.values()]
        .filter((one) => one.status !== GONE || one.base !== undefined)
        .filter((one) => confirmedOf(one) !== null)
        .map((one) => one.id)
    : []
  for (const id of new Set([...pulled.gone, ...missing])) if (before.has(id) && !isSent.has(id)) put(id, null)
}

async function persistedOf(write: Write, collection: string, pulled: Pulled): Promise<Map<string, PersistedRow>> {
  const ids = [...pulled.rows.map((row) => row.id), ...pulled.gone]
  const rows = write.tx.objectStore('rows')
  const kept =
    pulled.isAll || ids.length > MANY
      ? await allRows(write, collection)
      : await Promise.all(ids.map((id) => rows.get([collection, id])))
  return new Map(kept.flatMap((one) => (one ? [[one.id, one]] : [])))
}
