import { defineFeature } from '#core/server/feature.ts'
import { dashboardsFlag, viewerFlag } from './flagsContract.ts'

export const viewer = defineFeature({
  name: 'viewer',
  flags: [
    { ...viewerFlag, label: 'Viewer', tells: 'Reports on people and pipelines for managers.' },
    { ...dashboardsFlag, label: 'Dashboards', tells: 'Key figures of the whole firm.' },
  ],
})
