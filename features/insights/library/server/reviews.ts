// Scheduled job that notifies owners of items that are due for review, once per review date.
import { sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import { type NoticeDefinition, serveNotice } from '#core/server/notices/notice.ts'
import { notify } from '#core/server/notices/notify.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { contentReview } from '../noticesContract.ts'

const isOwners = sql`exists (select 1 from contents c where c.org_id = ${currentOrgId} and c.id = n.subject_id and c.review_owner = n.user_id)`
export const libraryNotices: NoticeDefinition[] = [
  serveNotice(contentReview, { isVisible: isOwners, isNews: isOwners }),
]

export async function notifyContentReviews(database: Database, now: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ id: string; zone: string }>`
      select distinct o.id, o.time_zone as zone from orgs o join contents c on c.org_id = o.id
      where not o.is_closed and c.review_on is not null`,
  )
  await forEachCollectErrors(rows, ({ id: orgId, zone }) =>
    withOrg(database, orgId, async (tx) => {
      const due = await tx.sql<{ id: string; name: string; review_owner: string; review_on: string }>`
        select c.id, c.name, c.review_owner, c.review_on from contents c
        where c.org_id = ${currentOrgId} and c.review_owner is not null and c.review_on <= ${dayIn(zone, now)}::date`
      await notify(
        tx,
        due.rows.map(({ id, name, review_owner, review_on }) => ({
          notice: contentReview,
          userId: review_owner,
          occasion: `content_review:${id}:${review_on}`,
          text: `“${name}” is due for review.`,
          details: [],
          path: `/asset/${id}`,
          subjectId: id,
          actorId: null,
          key: null,
        })),
        now,
      )
    }),
  )
}

export const libraryJobs: Job[] = [
  {
    name: 'content-reviews',
    cron: '10 15 * * *',
    run: (database) => notifyContentReviews(database, new Date().toISOString()),
  },
]
