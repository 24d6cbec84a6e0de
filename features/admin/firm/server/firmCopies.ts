// After a firm moved to another time zone: the moments in everybody's copy of a target are written anew, in batches that go on after a restart.
import { sql } from 'kysely'
import { asSystem, inFirm, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import type { RewriteCopies } from '#features/targets/server/contract.ts'

const START = '00000000-0000-0000-0000-000000000000'

export async function copiesAreBehind(tx: Tx, orgId: string): Promise<void> {
  await sql`update orgs set copies_after = ${START} where id = ${orgId}`.execute(tx)
}

/** Of all firms. Many may do it at once: each batch moves the firm's mark on, and holds it while it does. */
export async function rewriteBehind(database: Database, rewrite: RewriteCopies): Promise<void> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ id: string }>`select id from orgs where copies_after is not null order by id`.execute(tx),
  )
  for (const { id } of rows) while (await inFirm(database, id, (tx) => rewriteBatch(tx, id, rewrite)));
}

/** Whether there is more to do. */
async function rewriteBatch(tx: Tx, orgId: string, rewrite: RewriteCopies): Promise<boolean> {
  const { rows } = await sql<{ after: string }>`
    select copies_after as after from orgs where id = ${orgId} and copies_after is not null for update`.execute(tx)
  if (!rows[0]) return false
  const last = await rewrite(tx, rows[0].after)
  await sql`update orgs set copies_after = ${last} where id = ${orgId}`.execute(tx)
  return last !== null
}
