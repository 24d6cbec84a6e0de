import {
  IconAlarm,
  IconArrowsJoin,
  IconCalendarWeek,
  IconChecklist,
  IconMessage2,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { NoticeLooks } from '#core/client/notices.ts'
import {
  dailyNudge,
  invitation,
  invitationInGroup,
  overlapRequest,
  sharedUpdate,
  stepReminder,
  weeklyAlert,
} from '../contract.ts'
import { InvitationAnswer } from './InvitationAnswer.tsx'
import { invitationActs } from './invitationActs.ts'

export const noticeIcons: NoticeLooks = {
  [weeklyAlert.kind]: { Icon: IconCalendarWeek },
  [dailyNudge.kind]: { Icon: IconChecklist },
  [invitation.kind]: { Icon: IconUserPlus, Below: InvitationAnswer, acts: invitationActs },
  [invitationInGroup.kind]: { Icon: IconUsersGroup },
  [sharedUpdate.kind]: { Icon: IconMessage2 },
  [stepReminder.kind]: { Icon: IconAlarm },
  [overlapRequest.kind]: { Icon: IconArrowsJoin },
}
