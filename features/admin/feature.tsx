import { IconSettings } from '@tabler/icons-react'
import { defineFeature, screen } from '#core/client/feature.ts'

export const admin = defineFeature({
  name: 'admin',
  area: {
    name: 'admin',
    label: 'Admin',
    path: '/admin',
    prefixes: ['/admin'],
    menuIcon: IconSettings,
    order: 100,
    isFor: ({ user }) => user.role !== 'member',
  },
  screens: [
    { path: '/admin', leadsTo: () => '/admin/people' },
    screen('/admin/$', () => import('./client/AdminPage.tsx').then((file) => file.AdminPage)),
    screen('/setup', () => import('./operator/client/SetUpPage.tsx').then((file) => file.SetUpPage), {
      opensTo: 'signedOut',
      propsOf: ({ hash }) => ({ token: hash.replace(/^#/, '') }),
    }),
  ],
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
})
