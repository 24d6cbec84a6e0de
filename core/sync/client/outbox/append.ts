// An action goes into the outbox together with the rows as it leaves them.
import { isTemporary, Refusal, type Row } from '../../protocol.ts'
import { confirmedOf, type Write } from '../localDatabase.ts'
import { contextOf, type Entry, EVERY_ROW, isCreate, type Rules, realInput, replay } from '../replay.ts'
import type { PersistedRows } from './keptRows.ts'

/** What the device believed when the person acted on a row. */
export type Prediction = { confirmed: Row | null; view: Row | null; rev: string; nextRev: string }

export function appending(rules: Rules, rows: PersistedRows) {
  /** Appends it. Another tab may have written meanwhile: then it is decided again on what is there. */
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

  /** The action right before it, with this one in it: where both may go as one. */
  async function oneToJoin(write: Write, { action, collection, entity, input }: Entry): Promise<Entry | null> {
    const joined = rules.actions.get(action)?.joined
    if (!joined) return null
    const last = (await rows.entriesFor(write, { collection, id: entity })).at(-1)
    if (last?.action !== action || last.entity !== entity || last.state !== 'waiting' || last.isSent) return null
    const one = { ...last, input: joined(last.input, input) }
    await write.queued.put(one)
    return one
  }

  /** Throws the Refusal that made it change nothing, if one did. */
  function refuseAgain(entry: Entry, row: Row | null) {
    rules.actions.get(entry.action)?.decide(row, realInput(rules, entry.input), contextOf(rules, entry))
  }

  return { keep }
}
