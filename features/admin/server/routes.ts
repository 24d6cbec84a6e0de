import type { Served } from '#core/server/routes.ts'
import { auditRoutes } from '../audit/server/auditRoutes.ts'
import { firmRoutes } from '../firm/server/firm.ts'
import type { RewriteCopies } from '../firm/server/firmCopies.ts'
import type { PastTargets } from '../imports/server/pastTargets.ts'
import { importRoutes } from '../imports/server/routes.ts'
import { operatorFirmRoutes } from '../operator/server/operatorFirms.ts'
import { operatorHealthRoutes } from '../operator/server/operatorHealth.ts'
import { type SetUpPorts, setUpRoutes } from '../operator/server/setUp.ts'
import { groupRoutes } from '../people/server/groups.ts'
import { peopleRoutes } from '../people/server/people.ts'
import type { PeoplePorts } from './ports.ts'

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
