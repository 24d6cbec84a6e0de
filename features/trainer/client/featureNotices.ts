import { IconCalendarTime, IconMessage, IconSchool } from '@tabler/icons-react'
import type { FeatureNotices } from '#core/client/notices.ts'
import { lessonAssigned, lessonReminder } from '../assigning/contract.ts'
import { worksheetComment } from '../worksheets/contract.ts'

export const featureNotices: FeatureNotices = {
  notices: [lessonAssigned, lessonReminder, worksheetComment],
  looks: {
    [lessonAssigned.kind]: { Icon: IconSchool },
    [lessonReminder.kind]: { Icon: IconCalendarTime },
    [worksheetComment.kind]: { Icon: IconMessage },
  },
}
