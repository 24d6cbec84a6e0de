import { defineFeature } from '#core/client/feature.ts'
import { reportFlag } from './flagsContract.ts'

export const reports = defineFeature({
  name: 'reports',
  panels: [{ flag: reportFlag, load: () => import('./client/ActivityPanel.tsx').then((file) => file.ActivityPanel) }],
})
