// The outbox, with this tab's actions not yet read from the database.
import { bySeq, type Entry, EVERY_ROW } from './replay.ts'
import type { ReadOutbox } from './snapshot.ts'

/** Missing in the last snapshot. `order` counts this tab's transactions. */
export type Unread = { entry: Entry; order: number }

export function makeQueue() {
  const stored = makeList()
  const fresh = makeList()
  let unread: Unread[] = []
  let list: Entry[] = []

  function mine(collection: string, id: string): Entry[] {
    const [before, since] = [stored.at(collection, id), fresh.at(collection, id)]
    return before.length && since.length ? [...before, ...since] : since.length ? since : before
  }
  function join() {
    fresh.set(unread.map(({ entry }) => entry))
    list = unread.length ? [...stored.all(), ...fresh.all()] : stored.all()
  }

  return {
    list: () => list,
    /** Returns whether actions on this row alone are queued. */
    isNamed: (collection: string, id: string) => mine(collection, id).length > 0,
    /** Includes actions on every row of the collection, in order. */
    entriesFor(collection: string, id: string): Entry[] {
      const each = mine(collection, EVERY_ROW)
      const named = mine(collection, id)
      return each.length ? (named.length ? [...named, ...each].sort(bySeq) : each) : named
    },
    /** Takes the outbox as of transaction `order`. Later actions of this tab follow. */
    follow(read: ReadOutbox, order: number, resolve: (id: string) => string) {
      if ('all' in read) stored.set(read.all)
      else stored.change(read.touched)
      unread = unread.filter((mine) => mine.order > order)
      for (const { entry } of unread) entry.entity = resolve(entry.entity)
      const last = stored.all().at(-1)?.seq ?? 0
      for (const [i, { entry }] of unread.entries()) if (entry.seq <= last) entry.seq = last + 1 + i
      join()
    },
    append(mine: Unread) {
      mine.entry.seq = (list.at(-1)?.seq ?? 0) + 1
      unread.push(mine)
      fresh.add(mine.entry)
      list = [...list, mine.entry]
    },
    remove(mine: Unread) {
      unread = unread.filter((other) => other !== mine)
      join()
    },
  }
}

function makeList() {
  let all: Entry[] = []
  let byRow = new Map<string, Entry[]>()

  const add = (entry: Entry) => {
    all.push(entry)
    const place = placeOf(entry)
    const there = byRow.get(place)
    if (there) there.push(entry)
    else byRow.set(place, [entry])
  }
  return {
    all: () => all,
    at: (collection: string, entity: string): Entry[] => byRow.get(placeOf({ collection, entity })) ?? none,
    add,
    set(entries: readonly Entry[]) {
      all = []
      byRow = new Map()
      for (const entry of entries) add(entry)
    },
    change(touched: ReadonlyMap<number, Entry | null>) {
      if (touched.size === 0) return
      const before = all.filter(({ seq }) => touched.has(seq))
      const after = [...touched.values()].filter((entry) => entry !== null)
      const isLater = after.every(({ seq }) => seq > (all.at(-1)?.seq ?? 0))
      all = [...all.filter(({ seq }) => !touched.has(seq)), ...after]
      if (!isLater) all.sort(bySeq)
      for (const place of new Set([...before, ...after].map(placeOf))) {
        const there = [
          ...(byRow.get(place) ?? none).filter(({ seq }) => !touched.has(seq)),
          ...after.filter((one) => placeOf(one) === place),
        ]
        if (there.length) byRow.set(place, there.sort(bySeq))
        else byRow.delete(place)
      }
    },
  }
}

const none: Entry[] = []
/** Names of collections contain only letters. */
const placeOf = ({ collection, entity }: Pick<Entry, 'collection' | 'entity'>) => `${collection}/${entity}`
