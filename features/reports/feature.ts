import { defineFeature } from '#core/server/feature.ts'
import { reportAddresses } from '#core/server/reports/serveReport.ts'
import { activityReport } from './contract.ts'
import { reportRoutes } from './server/routes.ts'

export const reports = defineFeature({
  name: 'reports',
  routes: reportRoutes,
  subscriptionData: [{ flag: 'targets.report', read: async () => reportAddresses(activityReport) }],
})
