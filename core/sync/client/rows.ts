// The rows as the person sees them, in memory, with a subscription per row.
import type { Row } from '../protocol.ts'
import type { Rows } from './engine.ts'

export type RowStore = ReturnType<typeof makeRows>

export function makeRows() {
  const views = new Map<string, Row>()
  const realIds = new Map<string, string>()
  const temporaryIds = new Map<string, string>()
  const changed = new Set<string>()
  const all = listeners()
  const perRow = new Map<string, ReturnType<typeof listeners>>()
  let snapshot: readonly Row[] | null = null

  const resolve = (id: string) => realIds.get(id) ?? id
  const rows: Rows = {
    get: (id) => views.get(resolve(id)),
    resolve,
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
    rename(temp: string, real: string) {
      if (realIds.has(temp)) return
      realIds.set(temp, real)
      temporaryIds.set(real, temp)
      changed.add(temp)
    },
    publish() {
      if (changed.size === 0) return
      snapshot = null
      const ids = [...changed]
      changed.clear()
      for (const id of ids) {
        perRow.get(id)?.notify()
        const temp = temporaryIds.get(id)
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
