// Labels for people shared by the screens, the emails, and the exported file.
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

/** Labels of a person's permission, by its stored value. */
export const orgReportLabels = {
  '': 'Can view Insights',
  '1': 'Can view organization reports and manage content',
  '0': 'No Insights',
} as const
