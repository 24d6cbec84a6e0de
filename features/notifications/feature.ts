import { defineFeature } from '#core/server/feature.ts'
import { noticeJobs } from '#core/server/notices/jobs.ts'
import { inboxFeed } from './server/feed.ts'
import { myNotifications } from './server/myNotifications.ts'
import { notificationRoutes } from './server/routes.ts'

export const notifications = defineFeature({
  name: 'notifications',
  routes: notificationRoutes,
  jobs: noticeJobs,
  feeds: [inboxFeed],
  myData: [{ name: 'notifications', page: myNotifications }],
})
