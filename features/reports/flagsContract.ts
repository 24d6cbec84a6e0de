import type { Flag } from '#core/contract/area.ts'

export const reportFlag: Flag = { name: 'targets.report' }
