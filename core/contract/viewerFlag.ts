import type { Flag } from './area.ts'

/** What a firm has to subscribe to for the reports of those who manage people, besides what each report counts. */
export const viewerFlag: Flag = { name: 'viewer' }
