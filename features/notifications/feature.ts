import { defineFeature } from '#core/server/feature.ts'
import { scoreOf } from '#features/targets/server/contract.ts'
import { notificationJobs } from './server/jobs.ts'
import { myNotifications, myReminders } from './server/myNotifications.ts'
import { tellingOfTargets } from './server/reactions.ts'
import { notificationRoutes } from './server/routes.ts'

export const notifications = defineFeature({
  name: 'notifications',
  needs: { scoreOf },
  routes: notificationRoutes,
  jobs: ({ scoreOf }) => notificationJobs(scoreOf),
  reactions: [tellingOfTargets],
  myData: [
    { name: 'notifications', page: myNotifications },
    { name: 'reminders', page: myReminders },
  ],
})
