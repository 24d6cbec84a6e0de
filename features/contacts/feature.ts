import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { contactCards } from './server/contract.ts'
import { contactFeed } from './server/feed.ts'
import { linkContacts } from './server/linking.ts'
import { makeContacts } from './server/makeContacts.ts'
import { contactRoutes } from './server/routes.ts'
import { cardOf } from './server/store.ts'

export const contacts = defineFeature({
  name: 'contacts',
  offers: [offer(contactCards, cardOf)],
  routes: contactRoutes,
  work: [makeContacts],
  feeds: [contactFeed],
  reactions: [linkContacts],
})
