import type { Flag } from '#core/contract/area.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'

export const dashboardsFlag: Flag = { name: 'viewer.dashboards' }

export { viewerFlag }
