import { defineFeature } from '#core/client/feature.ts'

export const trainer = defineFeature({
  name: 'trainer',
  offlineLater: () => import('./client/offline.ts').then((file) => file.offline),
})
