import { defineFeature } from '#core/client/feature.ts'
import { reportFlag } from './flagsContract.ts'

export const reports = defineFeature({
  name: 'reports',
  reports: [{ flag: reportFlag, load: () => import('./contract.ts').then((file) => file.activityReport) }],
})
