import { defineFeature } from '#core/client/feature.ts'

export const pipeline = defineFeature({
  name: 'pipeline',
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
})
