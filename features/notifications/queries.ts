import { defineQuery } from '#core/sync/query.ts'
import { type Inbox, routes } from './contract.ts'

/** Lines that are older than those stored on devices. */
export const olderNotifications = defineQuery<Inbox, { before: string }>({
  name: 'olderNotifications',
  route: routes.list,
  callOf: ({ before }, after = before) => ({ query: { before: after } }),
  keyOf: ({ before }) => before,
  pages: {
    nextOf: ({ older }) => older,
    join: (first, more) => ({ ...more, notifications: [...first.notifications, ...more.notifications] }),
  },
  noCacheReason: 'Offline, the inbox shows the newest notifications, which the sync engine stores.',
})
