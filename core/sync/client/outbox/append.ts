// Adds an action and the resulting rows to the outbox.
import { isTemporary, Refusal, type Row } from '../../protocol.ts'
import { confirmedOf, type Write } from '../localDatabase.ts'
import { contextOf, type Entry, EVERY_ROW, isCreate, type Rules, realInput, replay } from '../replay.ts'
import type { PersistedRows } from './persistedRows.ts'

/** The device's view when the person acted. */
export type Prediction = { confirmed: Row | null; view: Row | null; rev: string; nextRev: string }

export function appending(rules: Rules, rows: PersistedRows) {
  /** Decides again if another tab has written in the meantime. */
  async function keep(
    write: Write,
    entry: Entry,
    predictions: ReadonlyMap<string, Prediction>,
  ): Promise<{ seq: number; isMerged: boolean }> {
    const { tx } = write
    const { collection } = entry
    let isMerged = false
    let entity = entry.entity
    if (isTemporary(entity) && !isCreate(entry)) entity = (await tx.objectStore('idmap').get(entity))?.real ?? entity
    for (const [predictedId, { confirmed, view, rev, nextRev }] of predictions) {
      const id = predictedId === entry.entity ? entity : predictedId
      const before = await rows.get(write, { collection, id })
      if (!before && isTemporary(id) && !isCreate(entry))
        throw new Refusal('not_found', 'The item this change belongs to couldn’t be saved on this device.', 404)
      if (!before || before._rev === rev) {
        const base = before ? confirmedOf(before) : confirmed
        rows.put(write, { collection, id, doc: view, base }, before, nextRev)
        continue
      }
      isMerged = true
      const merged = replay(rules, before.doc, [{ ...entry, entity: id }])
      if (merged === before.doc && entity !== EVERY_ROW) refuseAgain(entry, before.doc)
      rows.put(write, { collection, id, doc: merged, base: confirmedOf(before) }, before)
    }
    const waiting = await oneToJoin(write, { ...entry, entity })
    if (waiting) return { seq: waiting.seq, isMerged: true }
    const { seq: _, ...rest } = entry
    const seq = await write.queued.add({ ...rest, entity })
    return { seq, isMerged }
  }

  /** Returns the preceding action with this one merged, if possible. */
  async function oneToJoin(write: Write, { action, collection, entity, input }: Entry): Promise<Entry | null> {
    const joined = rules.actions.get(action)?.joined
    if (!joined) return null
    const last = (await rows.entriesFor(write, { collection, id: entity })).at(-1)
    if (last?.action !== action || last.entity !== entity || last.state !== 'waiting' || last.isSent) return null
    const one = { ...last, input: joined(last.input, input) }
    await write.queued.put(one)
    return one
  }

  /** Throws the Refusal that prevented any change. */
  function refuseAgain(entry: Entry, row: Row | null) {
    rules.actions.get(entry.action)?.decide(row, realInput(rules, entry.input), contextOf(rules, entry))
  }

  return { keep }
}
