import { defineFeature } from '#core/client/feature.ts'

export const touches = defineFeature({
  name: 'touches',
  tabs: () => import('./filing/client/tabs.ts').then((file) => file.tabs),
})
