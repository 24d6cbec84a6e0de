import type { Flag } from '#core/contract/area.ts'

export const insightsFlag: Flag = { name: 'insights' }
