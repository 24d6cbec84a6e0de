import { defineFeature } from '#core/server/feature.ts'
import { demoLessons } from './demo/server/demo.ts'
import { brandedFlag, trainerFlag, transcriptsFlag } from './flagsContract.ts'
import { lessonFeeds } from './lessons/server/feeds.ts'
import { lessonRoutes } from './lessons/server/routes.ts'

export const trainer = defineFeature({
  name: 'trainer',
  routes: lessonRoutes,
  flags: [
    { ...trainerFlag, label: 'Trainer', tells: 'Lessons and worksheets.' },
    { ...transcriptsFlag, label: 'Transcripts', tells: 'Lessons can be read.' },
    { ...brandedFlag, label: "The firm's own content", tells: 'The firm can add lessons of its own.' },
  ],
  feeds: lessonFeeds,
  demo: [demoLessons],
})
