// Rows as shown, with a subscription per row.
import type { Row } from '../protocol.ts'
import type { CollectionRows } from './types.ts'

/** Maps temporary IDs to real ones. */
export type Ids = ReturnType<typeof makeIds>

export function makeIds() {
  const real = new Map<string, string>()
  const temporary = new Map<string, string>()
  return {
    resolve: (id: string) => real.get(id) ?? id,
    /** Returns the temporary ID of a real one. */
    before: (id: string) => temporary.get(id),
    /** Returns false for a known ID. */
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
    /** Takes effect right away. Subscribers are notified on `publish`. */
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
