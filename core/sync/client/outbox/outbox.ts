// Operations on a queued action, each in one transaction.

import type { EngineOptions } from '../environment.ts'
import type { LocalDatabase } from '../localDatabase.ts'
import type { Rules } from '../replay.ts'
import { createResponseApplier } from './answers.ts'
import { appending } from './append.ts'
import { outboxEdits } from './outboxEdits.ts'
import { persistedRows } from './persistedRows.ts'
import { createOutboxSender } from './sending.ts'

export type Outbox = ReturnType<typeof outboxOf>

export function outboxOf(rules: Rules, options: { newRev: () => string; revLimit: number; now: () => number }) {
  const rows = persistedRows(rules, options)
  const settling = createResponseApplier(rules, rows)
  return {
    putRow: rows.putRow,
    ...appending(rules, rows),
    ...settling,
    ...createOutboxSender(rules, rows, settling, options.now),
    ...outboxEdits(rows),
  }
}

/** Converts an older version's actions. Never drops one. */
export async function migrateOutbox(database: LocalDatabase, version: number, convert: EngineOptions['migrate']) {
  if (!convert) return
  await database.write(async ({ tx, queued }) => {
    for (let cursor = await tx.objectStore('outbox').openCursor(); cursor; cursor = await cursor.continue()) {
      const { action, input, v } = cursor.value
      if (v < version) await queued.put({ ...cursor.value, ...convert({ action, input, v }), v: version })
    }
  })
}
