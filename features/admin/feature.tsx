import { defineFeature, screen } from '#core/client/feature.ts'
import { dataOf, isFeatureOn } from '#core/contract/area.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'

const page = () => import('./client/AdminPage.tsx').then((file) => file.AdminPage)

export const admin = defineFeature({
  name: 'admin',
  area: {
    name: 'admin',
    label: 'Admin',
    path: '/admin',
    prefixes: ['/admin'],
    icon: 'settings',
    within: () => import('./client/AdminNav.tsx').then((file) => file.AdminNav),
    order: 100,
    lands: ({ user, Subscriptions }) =>
      user.role === 'operator'
        ? '/admin/firms'
        : user.role === 'admin' &&
            (!isFeatureOn(Subscriptions, trackerFlag) || dataOf(Subscriptions, trackerFlag)?.own === 'none')
          ? '/admin/setup'
          : undefined,
    isFor: ({ user }) => user.role !== 'member',
  },
  screens: [
    screen('/admin', page),
    screen('/admin/$', page),
    screen('/setup', () => import('./operator/client/SetUpPage.tsx').then((file) => file.SetUpPage), {
      opensTo: 'signedOut',
      propsOf: ({ hash }) => ({ token: hash.replace(/^#/, '') }),
    }),
  ],
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
})
