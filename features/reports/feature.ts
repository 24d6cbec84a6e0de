import { defineFeature } from '#core/server/feature.ts'
import { reportAddresses } from '#core/server/reports/serveReport.ts'
import { reportFlag } from '#features/targets/flagsContract.ts'
import { activityReport } from './contract.ts'
import { activity, personActivity } from './server/activity.ts'

export const reports = defineFeature({
  name: 'reports',
  reports: [activity],
  viewerReports: [personActivity],
  flags: [{ ...reportFlag, label: 'Activity report', tells: 'Each person can download their report as PDF or Excel.' }],
  subscriptionData: [{ flag: reportFlag, read: async () => reportAddresses(activityReport) }],
})
