import { defineFeature } from '#core/client/feature.ts'

export const pipeline = defineFeature({
  name: 'pipeline',
  viewerReports: () => import('./forecast/client/listedReports.ts').then((file) => file.listedReports),
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
})
