import { defineFeature, screen } from '#core/client/feature.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'

export const contacts = defineFeature({
  name: 'contacts',
  area: {
    name: 'contacts',
    label: 'Contacts',
    path: '/contacts',
    prefixes: ['/contacts', '/contact'],
    icon: 'address-book',
    order: 15,
    flag: trackerFlag,
  },
  screens: [
    screen('/contacts', () => import('./client/ContactsPage.tsx').then((file) => file.ContactsPage)),
    screen('/contact/$id', () => import('./client/ContactPage.tsx').then((file) => file.ContactPage), {
      propsOf: ({ params }) => ({ id: params.id ?? '' }),
      called: async () => () => 'the contact',
    }),
  ],
  offlineLater: () => import('./client/offline.ts').then((file) => file.offline),
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
})
