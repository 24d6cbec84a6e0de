import { defineFeature } from '#core/client/feature.ts'
import { reportFlag } from '#features/targets/flagsContract.ts'

export const reports = defineFeature({
  name: 'reports',
  viewerReports: () => import('./client/listedReports.ts').then((file) => file.listedReports),
  reports: [{ flag: reportFlag, load: () => import('./contract.ts').then((file) => file.activityReport) }],
})
