import { defineFeature } from '#core/server/feature.ts'
import { managers } from '#features/targets/server/contract.ts'
import { demoTouches } from './server/demoTouches.ts'
import { touchFeed } from './server/feed.ts'
import { myTouches, touchSheet } from './server/myTouches.ts'
import { purgeTouches } from './server/purgeTouches.ts'
import { touchRoutes } from './server/routes.ts'

export const touches = defineFeature({
  name: 'touches',
  needs: { managers },
  routes: ({ managers: actAs }) => touchRoutes(actAs),
  jobs: [purgeTouches],
  feeds: [touchFeed],
  demo: [demoTouches],
  sheets: [touchSheet],
  myData: [{ name: 'touches', page: myTouches }],
})
