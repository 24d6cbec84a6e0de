import { defineFeature, screen } from '#core/client/feature.ts'

export const notifications = defineFeature({
  name: 'notifications',
  screens: [
    screen('/notifications', () => import('./client/NotificationsPage.tsx').then((file) => file.NotificationsPage)),
  ],
  offline: () => import('./client/offline.ts').then((file) => file.offline),
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
  bar: () => import('./client/Bell.tsx').then((file) => file.Bell),
  leave: () => import('./client/push.ts').then((push) => push.unsubscribePush()),
})
