import type { Flag } from '#core/contract/area.ts'

export const sharingFlag: Flag = { name: 'targets.sharing' }
export const overlapsFlag: Flag = { name: 'targets.overlaps', isBare: true }
/** A person's own report on their Targets. */
export const reportFlag: Flag = { name: 'targets.report' }
