import { defineFeature } from '#core/server/feature.ts'
import { reportAddresses, reportRoutes } from './server/routes.ts'

export const reports = defineFeature({
  name: 'reports',
  routes: reportRoutes,
  subscriptionData: [{ flag: 'targets.report', read: async () => reportAddresses }],
})
