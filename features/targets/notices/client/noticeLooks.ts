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
  [weeklyAlert.kind]: { icon: 'calendar-week' },
  [dailyNudge.kind]: { icon: 'checklist' },
  [invitation.kind]: { icon: 'user-plus', Below: InvitationAnswer, acts: invitationActs },
  [invitationInGroup.kind]: { icon: 'users-group' },
  [sharedUpdate.kind]: { icon: 'message-2' },
  [stepReminder.kind]: { icon: 'alarm' },
  [overlapRequest.kind]: { icon: 'arrows-join' },
}
