import { defineFeature } from '#core/server/feature.ts'
import { filingFlag } from './filing/flagsContract.ts'
import { myFiledMessages, myFiling } from './filing/server/myFiling.ts'
import { purgeFiling } from './filing/server/retention.ts'
import { filingHandlers } from './filing/server/routes.ts'

export const touches = defineFeature({
  name: 'touches',
  routes: (_, { filing }) => filingHandlers(filing),
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
  jobs: [purgeFiling],
  myData: [
    { name: 'email_filing', page: myFiling },
    { name: 'filed_emails', page: myFiledMessages },
  ],
})
