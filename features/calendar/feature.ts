import { EVERY_HOUR } from '#core/server/encryptColumn.ts'
import { defineFeature } from '#core/server/feature.ts'
import { calendarFlag } from './flagsContract.ts'
import { encryptCalendarLinks, linkOf } from './server/link.ts'
import { calendarRoutes } from './server/routes.ts'

export const calendar = defineFeature({
  name: 'calendar',
  routes: calendarRoutes,
  start: encryptCalendarLinks,
  jobs: [{ name: 'seal-calendar-links', cron: EVERY_HOUR, run: encryptCalendarLinks }],
  flags: [
    {
      ...calendarFlag,
      label: 'Calendar subscription',
      tells: 'Each person can subscribe to their steps in a calendar.',
    },
  ],
  subscriptionData: [
    {
      flag: calendarFlag,
      // The secret is private to the person and isn't shown while switched.
      async read(tx, { org, actor, by }, request) {
        const webcal = by ? null : await linkOf(tx, org.id, actor.id, request)
        return webcal === null ? null : { webcal }
      },
    },
  ],
})
