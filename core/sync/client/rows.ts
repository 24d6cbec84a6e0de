// The rows as the person sees them, in memory, with a subscription per row.
import type { Row } from '../protocol.ts'
import type { CollectionRows } from './engine.ts'

/** Temporary ids and the real ones that they have become, of all collections. */
export type Ids = ReturnType<typeof makeIds>

export function makeIds() {
  const real = new Map<string, string>()
  const temporary = new Map<string, string>()
  return {
    resolve: (id: string) => real.get(id) ?? id,
    /** What a real id was before. */
    before: (id: string) => temporary.get(id),
    /** False where it is known already. */
    add(temp: string, id: string): boolean {
      if (real.has(temp)) return false
      real.set(temp, id)
      temporary.set(id, temp)
      return true
    },
  }
}

export function makeRows(ids: Ids, isKept: () => boolean) {
  const views = new Map<string, Row>()
  const changed = new Set<string>()
  const all = listeners()
  const perRow = new Map<string, ReturnType<typeof listeners>>()
  let snapshot: readonly Row[] | null = null

  const { resolve } = ids
  const rows: CollectionRows = {
    get: (id) => views.get(resolve(id)),
    resolve,
    isKept,
    all() {
      snapshot ??= [...views.values()]
      return snapshot
    },
    subscribe: all.subscribe,
    subscribeRow(id, listener) {
      const mine = perRow.get(id) ?? listeners()
      perRow.set(id, mine)
      const stop = mine.subscribe(listener)
      return () => {
        stop()
        if (mine.isEmpty() && perRow.get(id) === mine) perRow.delete(id)
      }
    },
  }

  return {
    rows,
    /** Takes effect at once; subscribers hear of it at `publish`. */
    set(id: string, view: Row | null) {
      if ((views.get(id) ?? null) === view) return
      if (view) views.set(id, view)
      else views.delete(id)
      changed.add(id)
    },
    renamed: (temp: string) => void changed.add(temp),
    publish() {
      if (changed.size === 0) return
      snapshot = null
      const those = [...changed]
      changed.clear()
      for (const id of those) {
        perRow.get(id)?.notify()
        const temp = ids.before(id)
        if (temp !== undefined) perRow.get(temp)?.notify()
      }
      all.notify()
    },
  }
}

export function listeners() {
  const every = new Set<() => void>()
  return {
    subscribe(listener: () => void) {
      every.add(listener)
      return () => void every.delete(listener)
    },
    notify() {
      for (const listener of [...every]) listener()
    },
    isEmpty: () => every.size === 0,
  }
}
