import { defineFeature } from '#core/server/feature.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import { managers } from '#features/targets/server/contract.ts'
import { filingFlag } from './filing/flagsContract.ts'
import { filingNotices } from './filing/notices.ts'
import { demoEmails } from './filing/server/demoEmails.ts'
import { fileMessages } from './filing/server/fileMessages.ts'
import { myFiledMessages, myFiling } from './filing/server/myFiling.ts'
import { purgeFiling } from './filing/server/retention.ts'
import { filingHandlers } from './filing/server/routes.ts'
import { tellUnfiled } from './filing/server/tellUnfiled.ts'
import { demoTouches } from './server/demoTouches.ts'
import { touchFeed } from './server/feed.ts'
import { myTouches, touchSheet } from './server/myTouches.ts'
import { purgeTouches } from './server/purgeTouches.ts'
import { touchRoutes } from './server/routes.ts'
import { touchEvents, touchWebhooks } from './server/webhookEvents.ts'

export const touches = defineFeature({
  name: 'touches',
  needs: { managers },
  routes: ({ managers: actAs }, { filing }) => [...touchRoutes(actAs), ...filingHandlers(filing)],
  listeners: (_, { filing }) =>
    filing?.listen
      ? [
          {
            start: async (database) =>
              (await import('./filing/server/smtpListener.ts')).smtpListener(filing).start(database),
          },
        ]
      : [],
  flags: [
    {
      ...filingFlag,
      label: 'Email filing',
      tells: 'Each person can file emails on their Targets by BCC or forward to a personal address.',
    },
  ],
  subscriptionData: (_, { filing }) =>
    // Without a domain, nothing mentions email filing.
    filing ? [{ flag: filingFlag, read: async () => ({ domain: filing.domain }) }] : [],
  jobs: [purgeTouches, purgeFiling, tellUnfiled],
  work: (_, { filing }) => [fileMessages(filing)],
  notices: filingNotices.map((notice) => serveNotice(notice)),
  feeds: [touchFeed],
  reactions: [touchWebhooks],
  outsideEvents: touchEvents,
  demo: [demoTouches, demoEmails],
  sheets: [touchSheet],
  myData: [
    { name: 'touches', page: myTouches },
    { name: 'email_filing', page: myFiling },
    { name: 'filed_emails', page: myFiledMessages },
  ],
})
