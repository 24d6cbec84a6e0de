import { defineFeature } from '#core/server/feature.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import { newInsights } from './cards/contract.ts'
import { demoCards } from './cards/demo/server/demo.ts'
import { cardPorts, cardTask } from './cards/server/making.ts'
import { cardSheet } from './cards/server/mySheet.ts'
import { cardFeed } from './cards/server/reading.ts'
import { cardRoutes } from './cards/server/routes.ts'
import { writingRoutes } from './cards/server/writing.ts'
import { demoDigests } from './digests/demo/server/demo.ts'
import { mailData, mailJobs, mailMakers, mailNotices, mailRoutesServed } from './digests/server/mail/served.ts'
import { originOf } from './digests/server/routes.ts'
import {
  digestData,
  digestFiles,
  digestJobs,
  digestRoutes,
  digestsReported,
  digestTask,
} from './digests/server/served.ts'
import { insightsFlag } from './flagsContract.ts'
import { demoLibrary } from './library/demo/server/demo.ts'
import { markFeed, myMarks } from './library/server/marks.ts'
import { contentKinds } from './library/server/policies.ts'
import { libraryJobs, libraryNotices } from './library/server/reviews.ts'
import { contentServed } from './library/server/routes.ts'
import { sortingServed } from './library/server/sorting.ts'
import { linkHandlers, linkPictureKind, sweepPreviews } from './links/server/previews.ts'

export const insights = defineFeature({
  name: 'insights',
  needs: cardPorts,
  flags: [{ ...insightsFlag, label: 'Insights', tells: 'The content library and digests.' }],
  routes: (_, house) => [
    ...cardRoutes,
    ...writingRoutes,
    ...contentServed(house),
    ...sortingServed,
    ...mailRoutesServed(house),
    ...digestRoutes(house),
    ...linkHandlers(house),
  ],
  feeds: [cardFeed, markFeed],
  jobs: [...mailJobs, ...digestJobs, ...libraryJobs, sweepPreviews],
  files: [...contentKinds, ...digestFiles, linkPictureKind],
  work: (given, house) => [cardTask(given), ...digestTask(house)],
  viewerReports: [digestsReported],
  mails: mailMakers,
  notices: [serveNotice(newInsights), ...mailNotices, ...libraryNotices],
  myData: [...mailData, ...digestData, { name: 'contents', page: myMarks }],
  sheets: [cardSheet],
  demo: (given, house) => [demoCards(given), demoLibrary, demoDigests(() => originOf(house))],
})
