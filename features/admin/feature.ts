import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { tidyWebhooks, webhookTask } from '#core/server/webhooks/deliver.ts'
import { authMethods, passwordProblem } from '#features/account/server/contract.ts'
import { contactImports } from '#features/contacts/server/contract.ts'
import { leavingTargets, pastTargets, rebuildDerivedTargets } from '#features/targets/server/contract.ts'
import { auditHandlers } from './audit/server/auditRoutes.ts'
import { seedDemoFirms } from './demo/server/demo.ts'
import { firmHandlers } from './firm/server/firm.ts'
import { logoKind } from './firm/server/firmLogo.ts'
import { purgeRecords } from './firm/server/retention.ts'
import { setupServed } from './firm/server/setup.ts'
import { importKind } from './imports/server/receive.ts'
import { importRoutes } from './imports/server/routes.ts'
import { deleteUnreadUploads, importTask } from './imports/server/work.ts'
import { firmArrivalRoutes } from './operator/server/arrivalRoutes.ts'
import { closingRoutes } from './operator/server/closing.ts'
import { deleteFirmsTask } from './operator/server/deleteFirms.ts'
import { endExports, endExportsOf, exportFirmsTask, exportKind } from './operator/server/exportFirms.ts'
import { firmExportRoutes } from './operator/server/exportRoutes.ts'
import { addFirmPeople as addToFirm } from './operator/server/firms.ts'
import { instanceHandlers } from './operator/server/instances.ts'
import { operatorFirmRoutes } from './operator/server/operatorFirms.ts'
import { operatorHealthRoutes } from './operator/server/operatorHealth.ts'
import { archiveKind, firmRestoreTasks } from './operator/server/restoreFirms.ts'
import { newSetUpToken, setUpHandlers } from './operator/server/setUp.ts'
import { groupRoutes } from './people/server/groups.ts'
import { handOverTask } from './people/server/handOvers.ts'
import { peopleHandlers } from './people/server/people.ts'
import { apiTokenHandlers } from './programs/server/tokens.ts'
import { webhookHandlers } from './programs/server/webhooks.ts'
import { scim } from './scim/server/scim.ts'
import { scimSetUp } from './scim/server/tokens.ts'
import { addPeople, endFirmExports } from './server/contract.ts'

export const admin = defineFeature({
  name: 'admin',
  needs: {
    waysIn: authMethods,
    passwordProblem,
    targets: leavingTargets,
    pastTargets,
    contactImports,
    arrivingTargets: rebuildDerivedTargets,
  },
  offers: [offer(addPeople, addToFirm), offer(endFirmExports, endExportsOf)],
  routes: (given, house) => [
    ...peopleHandlers(given),
    ...groupRoutes,
    ...importRoutes({ targets: given.pastTargets, contacts: given.contactImports }),
    ...firmHandlers,
    ...setupServed,
    ...scimSetUp(house),
    ...apiTokenHandlers(house),
    ...webhookHandlers(house),
    ...auditHandlers,
    ...operatorFirmRoutes(given, () => house.all('flags')),
    ...closingRoutes(() => house.all('flags')),
    ...firmExportRoutes,
    ...firmArrivalRoutes,
    ...operatorHealthRoutes,
    ...instanceHandlers(house),
    ...setUpHandlers({ ...given, allFlags: () => house.all('flags') }),
  ],
  externalApis: (given, house) => [scim(given, house)],
  files: [logoKind, importKind, exportKind, archiveKind],
  jobs: [purgeRecords, endExports, tidyWebhooks],
  work: (given, house) => [
    importTask({ targets: given.pastTargets, contacts: given.contactImports }),
    handOverTask(given.targets),
    deleteFirmsTask,
    exportFirmsTask,
    webhookTask(house),
    firmRestoreTasks(given.arrivingTargets),
  ],
  demo: [seedDemoFirms],
  start: deleteUnreadUploads,
  async welcome(database, origin) {
    const token = await newSetUpToken(database)
    return token && `This server has no operator yet. To set it up, open this one-time link: ${origin}/setup#${token}`
  },
})
