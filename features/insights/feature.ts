import { defineFeature } from '#core/server/feature.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import { newInsights } from './cards/contract.ts'
import { demoCards } from './cards/demo/server/demo.ts'
import { cardPorts, cardWork } from './cards/server/making.ts'
import { cardFeed } from './cards/server/reading.ts'
import { cardRoutes } from './cards/server/routes.ts'
import { writingRoutes } from './cards/server/writing.ts'
import { insightsFlag } from './flagsContract.ts'

export const insights = defineFeature({
  name: 'insights',
  needs: cardPorts,
  flags: [{ ...insightsFlag, label: 'Insights', tells: 'The content library and digests.' }],
  routes: [...cardRoutes, ...writingRoutes],
  feeds: [cardFeed],
  work: (given) => [cardWork(given)],
  notices: [serveNotice(newInsights)],
  demo: (given) => [demoCards(given)],
})
