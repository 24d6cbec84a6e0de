// Applies the response to a sent action.
import type { ErrorBody } from '#core/contract/errors.ts'
import type { Row } from '../../protocol.ts'
import { unawaited, type Write } from '../localDatabase.ts'
import { contextOf, type Entry, EVERY_ROW, isCreate, type Rules, realInput } from '../replay.ts'
import type { PersistedRows } from './persistedRows.ts'

export type Settling = ReturnType<typeof createResponseApplier>

export function createResponseApplier(rules: Rules, rows: PersistedRows) {
  /** Throws the action's own errors, and then writes nothing. Returns whether to pull. */
  async function confirm(write: Write, sent: Entry, answer: unknown): Promise<boolean> {
    const { meta } = write
    const { collection } = sent
    const action = rules.actions.get(sent.action)!
    await write.queued.delete(sent.seq)
    if (isCreate(sent)) {
      const made = action.confirm(answer, null)
      if (!made) throw new Error(`${sent.action} confirmed nothing`)
      await adopt(write, sent, made)
    } else if (sent.entity === EVERY_ROW) {
      const input = realInput(rules, sent.input)
      await rows.rebuildAround(write, sent, (confirmed) =>
        action.confirm(answer, action.decide(confirmed, input, contextOf(rules, sent)).row),
      )
    } else {
      await rows.rebuildAround(write, sent, (confirmed) => action.confirm(answer, confirmed))
    }
    const isOld = sent.attempts > 1 && sent.cursor !== undefined && sent.cursor !== (meta.cursors[collection] ?? null)
    if (isOld && sent.cursor) meta.cursors[collection] = sent.cursor
    else if (isOld) delete meta.cursors[collection]
    return isOld || sent.entity === EVERY_ROW
  }

  /** Replaces the temporary ID, including in queued actions. */
  async function adopt(write: Write, { collection, entity: temp }: Entry, made: Row) {
    const { tx } = write
    const outbox = tx.objectStore('outbox')
    unawaited(tx.objectStore('idmap').put({ collection, temp, real: made.id, _seq: write.seq }))
    for (const follower of await outbox.index('entity').getAll([collection, temp]))
      unawaited(write.queued.put({ ...follower, entity: made.id }))
    const [old, real] = [
      { collection, id: temp },
      { collection, id: made.id },
    ]
    rows.put(write, { ...old, doc: null }, await rows.get(write, old))
    rows.putRow(write, real, await rows.get(write, real), made, await rows.entriesFor(write, real))
  }

  async function setAside(write: Write, sent: Entry, state: 'refused' | 'parked', problem: ErrorBody) {
    await write.queued.put({ ...sent, state, problem })
    await rows.rebuildAround(write, sent)
  }

  return {
    confirm,
    refuse: (write: Write, sent: Entry, problem: ErrorBody) => setAside(write, sent, 'refused', problem),
    /** Sets aside an action with a bug, visibly, so that the rest continues. */
    park: (write: Write, sent: Entry, problem: ErrorBody) => setAside(write, sent, 'parked', problem),
  }
}

export const bugIn = (problem: unknown): ErrorBody => ({
  code: 'bug',
  message: `Couldn’t sync: ${problem instanceof Error ? problem.message : String(problem)}`,
})
