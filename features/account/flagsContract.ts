import type { Flag } from '#core/contract/area.ts'

export const twoFactorFlag: Flag = {
  name: 'license.2fa',
  label: 'Two-factor sign-in',
  tells: 'People can be asked for a second step when they sign in.',
}
