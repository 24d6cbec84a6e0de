import type { Flag } from '#core/contract/area.ts'

export const assetsFlag: Flag = { name: 'assets' }
