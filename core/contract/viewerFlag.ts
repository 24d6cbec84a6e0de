import type { Flag } from './area.ts'

/** Required for managers' reports, in addition to the flag of the counted area. */
export const viewerFlag: Flag = { name: 'viewer' }
