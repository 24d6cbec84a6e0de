import { sql } from 'kysely'
import type { Tx } from '#core/server/database/firm.ts'

const BATCH = 300

/** Writes everybody's copies of the firm's next targets after the given one anew; answers the last one's id, or null at the end. */
export async function rewriteCopies(tx: Tx, after: string): Promise<string | null> {
  const firm = sql`current_setting('app.org_id')::uuid`
  // First the targets, as every action does: a copy that is older than somebody's action must not replace a newer one.
  const { rows } = await sql<{ id: string }>`
    select id from targets where org_id = ${firm} and id > ${after} order by id limit ${BATCH} for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await sql`select refresh_docs(${firm}, ${ids}::uuid[])`.execute(tx)
  return ids.length < BATCH ? null : ids.at(-1)!
}
