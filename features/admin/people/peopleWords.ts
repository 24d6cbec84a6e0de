// Words for people that the screens, the mails and the file of people share.
import type { Role } from '#core/contract/session.ts'
import type { GivenSetting, PersonState } from './contract.ts'

export const roleWords: Record<Role, string> = { member: 'Member', admin: 'Firm admin', operator: 'Operator' }

export const personStateWords: Record<PersonState, string> = {
  active: 'Active',
  waiting: 'Not signed in yet',
  deactivated: 'Deactivated',
}

export const settingWords: Record<GivenSetting, string> = {
  'key-org_report': 'Insights and the content of the firm',
  'key-two_factor': 'Two-factor sign-in',
}

/** What the person is given, by what is kept of it. */
export const orgReportWords = {
  '': 'Reads Insights',
  '1': 'Sees organization reports and manages content',
  '0': 'No Insights',
} as const
