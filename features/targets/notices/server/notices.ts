import { sql } from 'kysely'
import { type NoticeDefinition, serveNotice } from '#core/server/notices/notice.ts'
import {
  dailyNudge,
  invitation,
  invitationInGroup,
  overlapRequest,
  sharedUpdate,
  stepReminder,
  weeklyAlert,
} from '../contract.ts'

/** Only its owner sees a notice about a target that has become private. */
const isVisible = sql`coalesce((select not t.is_private or t.owner_id = n.user_id from targets t where t.org_id = n.org_id and t.id = n.subject_id), true)`
/** Excludes targets that the person no longer has. */
const isNews = sql`exists (select 1 from target_people tp where tp.org_id = n.org_id and tp.user_id = n.user_id and tp.target_id = n.subject_id and not tp.gone)`

export const noticeDefinitions: NoticeDefinition[] = [
  serveNotice(weeklyAlert),
  serveNotice(dailyNudge),
  serveNotice(invitation, { isVisible, isNews }),
  // A manager of the group has no access to the target.
  serveNotice(invitationInGroup, { isVisible }),
  serveNotice(sharedUpdate, { isVisible, isNews }),
  serveNotice(stepReminder, { isVisible, isNews }),
  serveNotice(overlapRequest, { isVisible }),
]
