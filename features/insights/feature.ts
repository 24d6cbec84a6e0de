import { defineFeature } from '#core/server/feature.ts'
import { insightsFlag } from './flagsContract.ts'

export const insights = defineFeature({
  name: 'insights',
  flags: [{ ...insightsFlag, label: 'Insights', tells: 'The content library and digests.' }],
})
