import { defineFeature } from '#core/server/feature.ts'
import { assetsFlag } from './flagsContract.ts'

export const assets = defineFeature({
  name: 'assets',
  flags: [{ ...assetsFlag, label: 'Assets', tells: 'Files that people use with their targets.' }],
})
