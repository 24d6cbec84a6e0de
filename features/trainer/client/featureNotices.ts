import type { FeatureNotices } from '#core/client/notices.ts'
import { lessonAssigned, lessonReminder } from '../assigning/contract.ts'
import { worksheetComment } from '../worksheets/contract.ts'

export const featureNotices: FeatureNotices = {
  notices: [lessonAssigned, lessonReminder, worksheetComment],
  looks: {
    [lessonAssigned.kind]: { icon: 'school' },
    [lessonReminder.kind]: { icon: 'calendar-time' },
    [worksheetComment.kind]: { icon: 'message' },
  },
}
