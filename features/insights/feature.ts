import { defineFeature } from '#core/server/feature.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import { newInsights } from './cards/contract.ts'
import { demoCards } from './cards/demo/server/demo.ts'
import { cardPorts, cardWork } from './cards/server/making.ts'
import { cardFeed } from './cards/server/reading.ts'
import { cardRoutes } from './cards/server/routes.ts'
import { writingRoutes } from './cards/server/writing.ts'
import { mailData, mailJobs, mailMakers, mailNotices, mailRoutesServed } from './digests/server/mail/served.ts'
import { insightsFlag } from './flagsContract.ts'

export const insights = defineFeature({
  name: 'insights',
  needs: cardPorts,
  flags: [{ ...insightsFlag, label: 'Insights', tells: 'The content library and digests.' }],
  routes: (_, house) => [...cardRoutes, ...writingRoutes, ...mailRoutesServed(house)],
  feeds: [cardFeed],
  jobs: mailJobs,
  work: (given) => [cardWork(given)],
  mails: mailMakers,
  notices: [serveNotice(newInsights), ...mailNotices],
  myData: mailData,
  demo: (given) => [demoCards(given)],
})
