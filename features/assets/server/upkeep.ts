// Scheduled jobs: emptying the trash, and notifying owners of assets due for review.

import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import { notify } from '#core/server/notices/notify.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { TRASH_DAYS } from '../contract.ts'
import { assetReview } from '../noticesContract.ts'
import { dueForReview } from './rows.ts'
import { assetPath } from './writing.ts'

/** Deletes assets and their files after 30 days in the trash. */
export async function purgeAssetTrash(database: Database, now: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ org_id: string; id: string }>`
      select org_id, id from assets where deleted_at < ${now}::timestamptz - make_interval(days => ${TRASH_DAYS})`,
  )
  await forEachCollectErrors(rows, ({ org_id, id }) =>
    filesOf(database).change(org_id, [], async ({ tx, drop }) => {
      const pictures = await tx.sql<{ thumbnail_id: string }>`
        select distinct thumbnail_id from asset_versions where org_id = ${currentOrgId} and asset_id = ${id} and thumbnail_id is not null`
      const gone = await tx.sql<{ file_id: string }>`
        delete from assets where org_id = ${currentOrgId} and id = ${id} and deleted_at is not null returning file_id`
      if (!gone.rows[0]) return
      await drop(gone.rows[0].file_id)
      for (const { thumbnail_id } of pictures.rows) await drop(thumbnail_id)
    }),
  )
}

/** Notifies once per review date. */
export async function notifyReviews(database: Database, now: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ id: string; zone: string }>`
      select distinct o.id, o.time_zone as zone from orgs o join assets a on a.org_id = o.id
      where not o.is_closed and a.deleted_at is null and a.review_on is not null`,
  )
  await forEachCollectErrors(rows, ({ id: orgId, zone }) =>
    withOrg(database, orgId, async (tx) => {
      const due = await tx.sql<{ id: string; name: string; owner_id: string; review_on: string }>`
        select a.id, a.name, a.owner_id, a.review_on from assets a
        where a.org_id = ${currentOrgId} and a.owner_id is not null and ${dueForReview(zone, now)}`
      await notify(
        tx,
        due.rows.map(({ id, name, owner_id, review_on }) => ({
          notice: assetReview,
          userId: owner_id,
          occasion: `asset_review:${id}:${review_on}`,
          text: `“${name}” is due for review.`,
          details: [],
          path: assetPath(id),
          subjectId: id,
          actorId: null,
          key: null,
        })),
        now,
      )
    }),
  )
}

export const assetJobs: Job[] = [
  {
    name: 'empty-asset-trash',
    cron: '20 9 * * *',
    run: (database) => purgeAssetTrash(database, new Date().toISOString()),
  },
  { name: 'asset-reviews', cron: '5 15 * * *', run: (database) => notifyReviews(database, new Date().toISOString()) },
]
