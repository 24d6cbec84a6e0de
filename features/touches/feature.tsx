import { defineFeature } from '#core/client/feature.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'

export const touches = defineFeature({
  name: 'touches',
  tabs: () => import('./filing/client/tabs.ts').then((file) => file.tabs),
  notices: () => import('./filing/client/featureNotices.ts').then((file) => file.featureNotices),
  offlineLater: () => import('./client/offline.ts').then((file) => file.offline),
  touches: { flag: trackerFlag, load: () => import('./client/touchParts.ts').then((file) => file.touchParts) },
})
