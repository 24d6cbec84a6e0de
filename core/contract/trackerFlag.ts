import type { Flag } from './area.ts'

/** Targets, and everything that exists only with them. */
export const trackerFlag: Flag = { name: 'targets', isPersonal: true }
