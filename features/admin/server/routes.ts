import type { Served } from '#core/server/routes.ts'
import { auditRoutes } from './auditRoutes.ts'
import { firmRoutes } from './firm.ts'
import type { RewriteCopies } from './firmCopies.ts'
import { groupRoutes } from './groups.ts'
import type { PastTargets } from './imports/pastTargets.ts'
import { importRoutes } from './imports/routes.ts'
import { operatorFirmRoutes } from './operatorFirms.ts'
import { operatorHealthRoutes } from './operatorHealth.ts'
import { peopleRoutes } from './people.ts'
import type { PeoplePorts } from './ports.ts'
import { type SetUpPorts, setUpRoutes } from './setUp.ts'

/** What the firm as a whole needs of other features. */
export type FirmPorts = Pick<SetUpPorts, 'passwordProblem'> & { rewriteCopies: RewriteCopies }

export const adminRoutes = (targets: PastTargets, people: PeoplePorts, firm: FirmPorts): Served[] => [
  ...peopleRoutes(people),
  ...groupRoutes,
  ...importRoutes(targets),
  ...firmRoutes(firm.rewriteCopies),
  ...auditRoutes,
  ...operatorFirmRoutes(people),
  ...operatorHealthRoutes,
  ...setUpRoutes({ ...people, ...firm }),
]
