// Outbox retries: selects the next action, and handles one without a final response.

import type { Row } from '../../protocol.ts'
import { confirmedOf, type Write } from '../localDatabase.ts'
import { type Entry, EVERY_ROW, isCreate, namesOneOf, type Rules } from '../replay.ts'
import { bugIn, type Settling } from './answers.ts'
import type { PersistedRows } from './persistedRows.ts'

/** The action to send, milliseconds until the next check, or null for none. */
export type Pick = { entry: Entry; confirmed: Row | null } | { waitMs: number } | null

export function createOutboxSender(rules: Rules, rows: PersistedRows, { park }: Settling, now: () => number) {
  const isKnown = (entry: Entry) => rules.actions.has(entry.action)

  /** Marks the first sendable action as sending, so that no tab can cancel it. */
  async function pick(
    write: Write,
    build: (entry: Entry, confirmed: Row | null) => Entry['request'],
    isForced: boolean,
  ): Promise<Pick> {
    const stuck = new Set<string>()
    for (let cursor = await write.tx.objectStore('outbox').openCursor(); cursor; cursor = await cursor.continue()) {
      const entry = cursor.value
      const canGo =
        (entry.state === 'waiting' || entry.state === 'sending') &&
        isKnown(entry) &&
        !stuck.has(entry.entity) &&
        !namesOneOf(stuck, entry.input)
      if (!canGo) {
        if (isCreate(entry)) stuck.add(entry.entity)
        continue
      }
      const waitMs = entry.nextAt - now()
      // A longer wait than was set means that the clock was turned back.
      if (!isForced && waitMs > 0 && waitMs <= entry.delay) return { waitMs }
      const { collection, entity } = entry
      const confirmed = entity === EVERY_ROW ? null : confirmedOf(await rows.get(write, { collection, id: entity }))
      const picked: Entry = { ...entry, state: 'sending', attempts: entry.attempts + 1 }
      if (!entry.isSent || !entry.request) {
        try {
          picked.request = build(entry, confirmed)
        } catch (problem) {
          await park(write, entry, bugIn(problem))
          if (isCreate(entry)) stuck.add(entity)
          continue
        }
        picked.cursor = write.meta.cursors[collection] ?? null
      }
      await write.queued.put({ ...picked, isSent: true })
      return { entry: picked, confirmed }
    }
    return null
  }

  const postpone = (write: Write, sent: Entry, change: Partial<Entry>) =>
    write.queued.put({ ...sent, state: 'waiting', ...change })

  /** The previous leader may have died while sending. */
  async function release(write: Write) {
    for (let cursor = await write.tx.objectStore('outbox').openCursor(); cursor; cursor = await cursor.continue())
      if (cursor.value.state === 'sending')
        await write.queued.put({ ...cursor.value, state: 'waiting', isSilent: true })
  }

  return { pick, postpone, release }
}
