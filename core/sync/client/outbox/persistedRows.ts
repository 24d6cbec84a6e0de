// Stores a row's confirmed state and its view.
import type { Row } from '../../protocol.ts'
import { confirmedOf, GONE, NO_STATUS, unawaited, type Write } from '../localDatabase.ts'
import type { PersistedRow } from '../localSchema.ts'
import { bySeq, type Entry, EVERY_ROW, type Rules, replay, type ShownRow } from '../replay.ts'

export type PersistedRows = ReturnType<typeof persistedRows>
type Place = { collection: string; id: string }

export function persistedRows(rules: Rules, { newRev, revLimit }: { newRev: () => string; revLimit: number }) {
  const get = ({ tx }: Write, { collection, id }: Place) => tx.objectStore('rows').get([collection, id])

  /** Returns the actions to replay on a row, in order. */
  async function entriesFor({ tx }: Write, { collection, id }: Place): Promise<Entry[]> {
    const byEntity = tx.objectStore('outbox').index('entity')
    const [named, each] = await Promise.all([
      byEntity.getAll([collection, id]),
      byEntity.getAll([collection, EVERY_ROW]),
    ])
    return each.length ? [...named, ...each].sort(bySeq) : named
  }

  function put(
    write: Write,
    { collection, id, doc, base }: Place & Pick<PersistedRow, 'doc' | 'base'>,
    before: PersistedRow | undefined,
    rev = newRev(),
  ) {
    const _revs = [rev, ...(before?._revs ?? [])].slice(0, revLimit)
    const kept = { collection, id, status: statusOf(doc), doc, ...(base !== undefined && { base }) }
    unawaited(write.tx.objectStore('rows').put({ ...kept, _rev: rev, _revs, _seq: write.seq }))
  }

  function putRow(
    write: Write,
    place: Place,
    before: PersistedRow | undefined,
    confirmed: Row | null,
    entries: readonly Entry[],
  ) {
    const view = replay(rules, confirmed, entries)
    const hasMore = entries.some((entry) => entry.entity === place.id) || view !== confirmed
    const isSame =
      before &&
      !hasMore &&
      before.base === undefined &&
      before.doc &&
      JSON.stringify(before.doc) === JSON.stringify(confirmed)
    if (isSame) return
    put(write, { ...place, doc: view, ...(hasMore && { base: confirmed }) }, before)
  }

  /** Rebuilds an entry's row, or all rows of its collection. `confirm` can update the confirmed state. */
  async function rebuildAround(write: Write, entry: Entry, confirm = (confirmed: Row | null) => confirmed) {
    const { collection, entity } = entry
    if (entity !== EVERY_ROW) {
      const place = { collection, id: entity }
      const before = await get(write, place)
      const after = confirm(confirmedOf(before))
      if (before || after) putRow(write, place, before, after, await entriesFor(write, place))
      return
    }
    const queued = (await write.tx.objectStore('outbox').getAll()).filter((other) => other.collection === collection)
    for (const before of await allRows(write, collection)) {
      const confirmed = confirmedOf(before)
      const after = confirmed && confirm(confirmed)
      const mine = queued.filter((other) => other.entity === before.id || other.entity === EVERY_ROW)
      if (after !== confirmed || before.base !== undefined || mine.length)
        putRow(write, { collection, id: before.id }, before, after, mine)
    }
  }

  return { get, entriesFor, put, putRow, rebuildAround }
}

export const allRows = ({ tx }: Pick<Write, 'tx'>, collection: string) =>
  tx.objectStore('rows').getAll(everyKeyOf(collection))

/** An empty list sorts after all text IDs. */
export const everyKeyOf = (collection: string) => IDBKeyRange.bound([collection], [collection, []])

const statusOf = (view: Row | null) => (view ? ((view as ShownRow).status ?? NO_STATUS) : GONE)
