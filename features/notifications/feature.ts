import { defineFeature } from '#core/server/feature.ts'
import { noticeJobs } from '#core/server/notices/jobs.ts'
import { inboxFeed } from './server/feed.ts'
import { myNotifications } from './server/myNotifications.ts'
import { inboxSheet } from './server/mySheet.ts'
import { notificationRoutes } from './server/routes.ts'

export const notifications = defineFeature({
  name: 'notifications',
  routes: notificationRoutes,
  jobs: noticeJobs,
  feeds: [inboxFeed],
  sheets: [inboxSheet],
  myData: [{ name: 'notifications', page: myNotifications }],
})
