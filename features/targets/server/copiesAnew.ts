// After a firm moved to another time zone, or has overlaps from now on, or has them no more: everybody's copies of its targets are
// written anew. How far that is stands with the firm, see `mark_target_views_stale`.
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { asSystem, firm, inFirm, type Tx } from '#core/server/database/firm.ts'
import { defineWork } from '#core/server/work/work.ts'
import { copies } from './contract.ts'

export const copiesAnew = defineWork<{ orgId: string }>({
  ...copies,
  input: z.object({ orgId: id }),
  key: ({ orgId }) => orgId,
  due: async (database) =>
    (
      await asSystem(database, (tx) =>
        sql<{ orgId: string }>`select id as "orgId" from orgs where copies_after is not null order by id`.execute(tx),
      )
    ).rows,
  begin: async (database, { orgId }) => ({
    next: (size) => inFirm(database, orgId, (tx) => writeNext(tx, size)),
  }),
})

/** Of two that write at once the second goes on where the first has ended. The firm's row stays open to those who only name the firm. */
async function writeNext(tx: Tx, size: number) {
  const { rows: behind } = await sql<{ after: string }>`
    select copies_after as after from orgs where id = ${firm} and copies_after is not null for no key update`.execute(
    tx,
  )
  if (!behind[0]) return { done: 0, isLeft: false }
  // First the targets, as every action does: a copy that is older than somebody's action must not replace a newer one.
  const { rows } = await sql<{ id: string }>`
    select id from targets where org_id = ${firm} and id > ${behind[0].after} order by id limit ${size} for update`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await sql`select rebuild_target_views(${firm}, ${ids}::uuid[])`.execute(tx)
  const isLeft = ids.length === size
  await sql`update orgs set copies_after = ${isLeft ? ids.at(-1)! : null} where id = ${firm}`.execute(tx)
  return { done: ids.length, isLeft }
}
