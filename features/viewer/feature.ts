import { defineFeature } from '#core/server/feature.ts'
import { managedGroups } from '#core/server/reports/scope.ts'
import { dashboardsFlag, viewerFlag } from './flagsContract.ts'
import { viewerRoutes } from './server/routes.ts'

export const viewer = defineFeature({
  name: 'viewer',
  flags: [
    { ...viewerFlag, label: 'Viewer', tells: 'Reports on people and pipelines for managers.' },
    { ...dashboardsFlag, label: 'Dashboards', tells: 'Key figures of the whole firm.' },
  ],
  routes: (_, house) => viewerRoutes(house),
  subscriptionData: [
    {
      flag: viewerFlag,
      read: async (tx, session) => ((await managedGroups(tx, session)).length > 0 ? { people: 'yes' } : null),
    },
  ],
})
