// Words for people that the screens, the mails and the file of people share.
import type { Role } from '#core/contract/session.ts'
import type { AdminSetting, PersonState } from './contract.ts'

export const roleWords: Record<Role, string> = { member: 'Member', admin: 'Firm admin', operator: 'Operator' }

export const personStateWords: Record<PersonState, string> = {
  active: 'Active',
  waiting: 'Not signed in yet',
  deactivated: 'Deactivated',
}

export const settingWords: Record<AdminSetting, string> = {
  'key-org_report': 'May see organisation reports and manage firm content',
  'key-two_factor': 'Two-factor sign-in',
  'ping-weekly_alerts-email': 'Weekly alert by e-mail',
  'ping-daily_nudges-email': 'Daily nudge by e-mail',
  'ping-daily_nudges-push': 'Daily nudge by push',
  'ping-personal_collaboration_requests-email': 'Personal collaboration requests by e-mail',
  'ping-personal_collaboration_requests-push': 'Personal collaboration requests by push',
  'ping-group_collaboration_requests-email': 'Group collaboration requests by e-mail',
  'ping-group_collaboration_requests-push': 'Group collaboration requests by push',
  'ping-shared_target_updates-email': 'Shared target updates by e-mail',
  'ping-shared_target_updates-push': 'Shared target updates by push',
}
