import type { Tab } from '#core/client/feature.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'account',
    name: 'notifications',
    order: 21,
    load: () => import('./NotificationSettings.tsx').then((file) => file.NotificationSettings),
  },
]
