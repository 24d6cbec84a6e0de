// The outbox in memory, with the actions that this tab has not read from the database yet.
import { bySeq, type Entry, EVERY_ROW } from './replay.ts'

/** An action that the last snapshot may not have: `order` counts the transactions of this tab. */
export type Unread = { entry: Entry; order: number }

export function makeQueue() {
  let list: Entry[] = []
  let byRow = new Map<string, Entry[]>()
  let unread: Unread[] = []

  function set(entries: Entry[]) {
    list = entries
    byRow = new Map()
    for (const entry of entries) index(entry)
  }
  function index(entry: Entry) {
    const mine = byRow.get(placeOf(entry.collection, entry.entity))
    if (mine) mine.push(entry)
    else byRow.set(placeOf(entry.collection, entry.entity), [entry])
  }

  return {
    list: () => list,
    /** What is queued for this row alone. */
    isNamed: (collection: string, id: string) => byRow.has(placeOf(collection, id)),
    /** What is queued for a row and for each row of its collection, in order. */
    entriesFor(collection: string, id: string): Entry[] {
      const each = byRow.get(placeOf(collection, EVERY_ROW))
      const mine = byRow.get(placeOf(collection, id))
      return each ? (mine ? [...mine, ...each].sort(bySeq) : each) : (mine ?? [])
    },
    /** As the transaction `order` of this tab found it; what this tab did since stands behind. */
    follow(stored: Entry[], order: number, resolve: (id: string) => string) {
      unread = unread.filter((mine) => mine.order > order)
      for (const { entry } of unread) entry.entity = resolve(entry.entity)
      const last = stored.at(-1)?.seq ?? 0
      for (const [i, { entry }] of unread.entries()) if (entry.seq <= last) entry.seq = last + 1 + i
      set([...stored, ...unread.map((mine) => mine.entry)])
    },
    append(mine: Unread) {
      mine.entry.seq = (list.at(-1)?.seq ?? 0) + 1
      unread.push(mine)
      list.push(mine.entry)
      index(mine.entry)
    },
    remove(mine: Unread) {
      unread = unread.filter((other) => other !== mine)
      set(list.filter((entry) => entry !== mine.entry))
    },
  }
}

/** Names of collections are letters. */
const placeOf = (collection: string, id: string) => `${collection}/${id}`
