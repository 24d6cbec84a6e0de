import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { endFirmExports } from '#features/admin/server/contract.ts'
import { managers } from '#features/targets/server/contract.ts'
import { demoReferrals } from './referrals/server/demoReferrals.ts'
import { referralHandlers } from './referrals/server/routes.ts'
import { contactImports, contactRecords } from './server/contract.ts'
import { erasureHandlers } from './server/erasureRoutes.ts'
import { contactFeed } from './server/feed.ts'
import { importedContacts } from './server/importedContacts.ts'
import { linkTargets } from './server/linking.ts'
import { makeContacts } from './server/makeContacts.ts'
import { contactSheet, myContacts } from './server/myContacts.ts'
import { contactRoutes } from './server/routes.ts'
import { readSource, sourceNamed } from './server/sources.ts'
import { readContactCard } from './server/store.ts'
import { workbookHandlers } from './server/workbook.ts'

export const contacts = defineFeature({
  name: 'contacts',
  needs: { managers, endExports: endFirmExports },
  offers: [
    offer(contactRecords, { read: readContactCard, readSource, sourceNamed, link: linkTargets }),
    offer(contactImports, importedContacts),
  ],
  routes: ({ managers: actAs, ...given }) => [
    ...contactRoutes(actAs),
    ...referralHandlers(actAs),
    ...erasureHandlers(given),
    ...workbookHandlers,
  ],
  demo: [demoReferrals],
  work: [makeContacts],
  feeds: [contactFeed],
  sheets: [contactSheet],
  myData: [{ name: 'contacts', page: myContacts }],
})
