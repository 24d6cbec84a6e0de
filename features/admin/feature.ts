import { defineFeature } from '#core/server/feature.ts'
import { offer } from '#core/server/ports.ts'
import { passwordProblem, waysIn } from '#features/account/server/contract.ts'
import { leavingTargets, pastTargets, rewriteCopies } from '#features/targets/server/contract.ts'
import { auditRoutes } from './audit/server/auditRoutes.ts'
import { firmRoutes } from './firm/server/firm.ts'
import { rewriteBehind } from './firm/server/firmCopies.ts'
import { logoKind } from './firm/server/firmLogo.ts'
import { resumeImports, stopImports } from './imports/server/jobs.ts'
import { importKind } from './imports/server/receive.ts'
import { importRoutes } from './imports/server/routes.ts'
import { addPeople as addToFirm } from './operator/server/firms.ts'
import { operatorFirmRoutes } from './operator/server/operatorFirms.ts'
import { operatorHealthRoutes } from './operator/server/operatorHealth.ts'
import { setUpRoutes } from './operator/server/setUp.ts'
import { groupRoutes } from './people/server/groups.ts'
import { resumeHandOvers, stopHandOvers } from './people/server/handOvers.ts'
import { peopleRoutes } from './people/server/people.ts'
import { addPeople } from './server/contract.ts'

export const admin = defineFeature({
  name: 'admin',
  needs: { waysIn, passwordProblem, targets: leavingTargets, pastTargets, rewriteCopies },
  offers: [offer(addPeople, addToFirm)],
  routes: (given) => [
    ...peopleRoutes(given),
    ...groupRoutes,
    ...importRoutes(given.pastTargets),
    ...firmRoutes(given.rewriteCopies),
    ...auditRoutes,
    ...operatorFirmRoutes(given),
    ...operatorHealthRoutes,
    ...setUpRoutes(given),
  ],
  files: [logoKind, importKind],
  async start(database, given) {
    // Not waited for: a large firm has many targets, and what is left is done after a restart.
    void rewriteBehind(database, given.rewriteCopies).catch(() => undefined)
    await resumeImports(database, given.pastTargets)
    await resumeHandOvers(database, given.targets)
  },
  async stop(database) {
    await Promise.all([stopImports(database), stopHandOvers(database)])
  },
})
