// Rewrites all target views of a firm after a change of its time zone or overlaps. The progress is stored with the
// firm, see `mark_target_views_stale`.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { defineTask } from '#core/server/work/work.ts'
import { copies } from './contract.ts'

export const rebuildTargetViews = defineTask<{ orgId: string }>({
  ...copies,
  input: z.object({ orgId: id }),
  key: ({ orgId }) => orgId,
  due: async (database) =>
    (
      await withoutRls(
        database,
        (tx) => tx.sql<{ orgId: string }>`select id as "orgId" from orgs where copies_after is not null order by id`,
      )
    ).rows,
  begin: async (database, { orgId }) => ({
    next: (size) => withOrg(database, orgId, (tx) => writeNext(tx, size)),
  }),
})

/**
 * Locks the progress so that a second process continues where the first ended. Other transactions can still reference
 * the firm's row.
 */
async function writeNext(tx: Tx, size: number) {
  const { rows: behind } = await tx.sql<{ after: string }>`
    select copies_after as after from orgs where id = ${currentOrgId} and copies_after is not null for no key update`
  if (!behind[0]) return { done: 0, isLeft: false }
  // Locks targets first, as every action does, so that an older view can't replace a newer one.
  const { rows } = await tx.sql<{ id: string }>`
    select id from targets where org_id = ${currentOrgId} and id > ${behind[0].after} order by id limit ${size} for update`
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.sql`select rebuild_target_views(${currentOrgId}, ${ids}::uuid[])`
  const isLeft = ids.length === size
  await tx.sql`update orgs set copies_after = ${isLeft ? ids.at(-1)! : null} where id = ${currentOrgId}`
  return { done: ids.length, isLeft }
}
