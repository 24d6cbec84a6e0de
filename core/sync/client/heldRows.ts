// One collection in this tab: confirmed rows, and views from them and the queue.
import { isTemporary, type Row } from '../protocol.ts'
import { confirmedOf } from './localDatabase.ts'
import type { PersistedRow } from './localSchema.ts'
import type { makeQueue } from './queue.ts'
import { type Rules, replay } from './replay.ts'
import { type Ids, makeRows } from './rows.ts'

export type HeldRows = ReturnType<typeof holdRows>

export function holdRows(
  name: string,
  rules: Rules,
  queue: ReturnType<typeof makeQueue>,
  { ids, isKept }: { ids: Ids; isKept: () => boolean },
) {
  const store = makeRows(ids, isKept)
  const held = new Map<string, { confirmed: Row | null; rev: string }>()

  function show(id: string) {
    store.set(id, replay(rules, held.get(id)?.confirmed ?? null, queue.entriesFor(name, id)))
  }
  function forget(id: string) {
    held.delete(id)
    store.set(id, null)
  }

  return {
    rows: store.rows,
    held: (id: string) => held.get(id),
    publish: store.publish,
    renamed: store.renamed,

    /** A known revision keeps its identity. */
    take(kept: PersistedRow) {
      if (held.get(kept.id)?.rev === kept._rev) return
      const isTombstone = kept.doc === null && kept.base === undefined
      if (isTombstone && !queue.isNamed(name, kept.id)) return forget(kept.id)
      held.set(kept.id, { confirmed: confirmedOf(kept), rev: kept._rev })
      // Without queued actions, skips the replay for thousands of rows.
      if (kept.base === undefined && queue.entriesFor(name, kept.id).length === 0) store.set(kept.id, kept.doc)
      else show(kept.id)
    },
    forgetAllBut(ids: ReadonlySet<string>) {
      for (const id of [...held.keys()]) if (!ids.has(id)) forget(id)
    },
    foresee(id: string, view: Row | null, rev: string) {
      held.set(id, { confirmed: held.get(id)?.confirmed ?? null, rev })
      store.set(id, view)
    },
    restore(id: string) {
      show(id)
      const known = held.get(id)
      if (known && !known.confirmed && isTemporary(id) && !queue.isNamed(name, id)) held.delete(id)
      else if (known) known.rev = ''
    },
  }
}
