import { defineFeature } from '#core/server/feature.ts'
import { brandedFlag, trainerFlag, transcriptsFlag } from './flagsContract.ts'

export const trainer = defineFeature({
  name: 'trainer',
  flags: [
    { ...trainerFlag, label: 'Trainer', tells: 'Lessons and worksheets.' },
    { ...transcriptsFlag, label: 'Transcripts', tells: 'Lessons can be read.' },
    { ...brandedFlag, label: "The firm's own content", tells: 'The firm can add lessons of its own.' },
  ],
})
