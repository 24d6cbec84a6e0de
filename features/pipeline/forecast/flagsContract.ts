import type { Flag } from '#core/contract/area.ts'

/** Needs stages, see `stagesFlag`. */
export const forecastFlag: Flag = { name: 'forecast' }
