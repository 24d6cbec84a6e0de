import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { contactImports, contactRecords } from './server/contract.ts'
import { contactFeed } from './server/feed.ts'
import { importedContacts } from './server/importedContacts.ts'
import { linkTargets } from './server/linking.ts'
import { makeContacts } from './server/makeContacts.ts'
import { contactSheet, myContacts } from './server/myContacts.ts'
import { contactRoutes } from './server/routes.ts'
import { readContactCard } from './server/store.ts'

export const contacts = defineFeature({
  name: 'contacts',
  offers: [
    offer(contactRecords, { read: readContactCard, link: linkTargets }),
    offer(contactImports, importedContacts),
  ],
  routes: contactRoutes,
  work: [makeContacts],
  feeds: [contactFeed],
  sheets: [contactSheet],
  myData: [{ name: 'contacts', page: myContacts }],
})
