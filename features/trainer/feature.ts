import { defineFeature } from '#core/server/feature.ts'
import { brandedFlag, trainerFlag, transcriptsFlag } from './flagsContract.ts'

export const trainer = defineFeature({ name: 'trainer', flags: [trainerFlag, transcriptsFlag, brandedFlag] })
