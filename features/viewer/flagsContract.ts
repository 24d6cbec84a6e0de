// What of the Viewer a firm can subscribe to.
import type { Flag } from '#core/contract/area.ts'

export const viewerFlag: Flag = { name: 'viewer' }
export const dashboardsFlag: Flag = { name: 'viewer.dashboards' }
