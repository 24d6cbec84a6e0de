// Words for people that the screens, the mails and the file of people share.
import type { Role } from '#core/contract/session.ts'
import type { PersonState, SettingChange } from './contract.ts'

export const importedRoleLabels: Record<Role, string> = { member: 'Member', admin: 'Firm admin', operator: 'Operator' }

export const personStateLabels: Record<PersonState, string> = {
  active: 'Active',
  waiting: 'Not signed in yet',
  deactivated: 'Deactivated',
}

export const settingLabels: Record<SettingChange, string> = {
  'key-org_report': 'Insights and the content of the firm',
  'key-two_factor': 'Two-factor authentication',
}

/** What the person is given, by what is kept of it. */
export const orgReportLabels = {
  '': 'Can view Insights',
  '1': 'Can view organization reports and manage content',
  '0': 'No Insights',
} as const
