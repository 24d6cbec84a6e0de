import type { Flag } from '#core/contract/area.ts'

/** People send emails to a personal address to file them on their Targets. */
export const filingFlag: Flag = { name: 'targets.filing' }
