import type { Served } from '#core/server/routes.ts'
import type { PastTargets } from './imports/pastTargets.ts'
import { importRoutes } from './imports/routes.ts'
import { peopleRoutes } from './people.ts'

export const adminRoutes = (targets: PastTargets): Served[] => [...peopleRoutes, ...importRoutes(targets)]
