// What of the Viewer a firm can subscribe to.
import type { Flag } from '#core/contract/area.ts'

export const viewerFlag: Flag = {
  name: 'viewer',
  label: 'Viewer',
  tells: 'Reports on people and pipelines for managers.',
}
export const dashboardsFlag: Flag = {
  name: 'viewer.dashboards',
  label: 'Dashboards',
  tells: 'Key figures of the whole firm.',
}
