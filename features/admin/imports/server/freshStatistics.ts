import { sql } from 'kysely'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'

const FEW = 500

/**
 * Runs ANALYZE each time the tables have doubled, because the planner would otherwise use statistics from before the
 * import.
 */
export function freshStatistics(database: Database, tables: readonly string[]): (added: number) => Promise<void> {
  let known = 0
  let now = 0
  return async (added) => {
    now += added
    if (now - known < Math.max(FEW, known)) return
    known = now
    await withoutRls(database, (tx) => tx.sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`)
  }
}
