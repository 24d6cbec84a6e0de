import { defineFeature } from '#core/server/feature.ts'
import { mailData, mailJobs, mailMakers, mailNotices, mailRoutesServed } from './digests/server/mail/served.ts'
import { insightsFlag } from './flagsContract.ts'

export const insights = defineFeature({
  name: 'insights',
  flags: [{ ...insightsFlag, label: 'Insights', tells: 'The content library and digests.' }],
  routes: (_, house) => [...mailRoutesServed(house)],
  jobs: [...mailJobs],
  mails: mailMakers,
  notices: [...mailNotices],
  myData: [...mailData],
})
