import type { Flag } from '#core/contract/area.ts'

export const twoFactorFlag: Flag = { name: 'license.2fa' }
