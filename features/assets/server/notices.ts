// Notifications about assets. No one learns the name of an asset they can no longer open.
import { sql } from 'kysely'
import { type NoticeDefinition, serveNotice } from '#core/server/notices/notice.ts'
import { assetAdded, assetReplaced, assetReview } from '../noticesContract.ts'

const isVisible = sql`(n.subject_id is null or may_open_asset(n.org_id, n.subject_id, n.user_id))`
const isOwners = sql`exists (select 1 from assets a where a.org_id = n.org_id and a.id = n.subject_id and a.owner_id = n.user_id and a.deleted_at is null)`

export const assetNotices: NoticeDefinition[] = [
  serveNotice(assetAdded, { isVisible, isNews: isVisible }),
  serveNotice(assetReplaced, { isVisible, isNews: isVisible }),
  serveNotice(assetReview, { isVisible: isOwners, isNews: isOwners }),
]
