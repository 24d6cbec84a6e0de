import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { managers } from '#features/targets/server/contract.ts'
import { contactRecords } from './server/contract.ts'
import { contactFeed } from './server/feed.ts'
import { linkTargets } from './server/linking.ts'
import { makeContacts } from './server/makeContacts.ts'
import { contactSheet, myContacts } from './server/myContacts.ts'
import { contactRoutes } from './server/routes.ts'
import { readContactCard } from './server/store.ts'

export const contacts = defineFeature({
  name: 'contacts',
  offers: [offer(contactRecords, { read: readContactCard, link: linkTargets })],
  needs: { managers },
  routes: ({ managers: actAs }) => contactRoutes(actAs),
  work: [makeContacts],
  feeds: [contactFeed],
  sheets: [contactSheet],
  myData: [{ name: 'contacts', page: myContacts }],
})
