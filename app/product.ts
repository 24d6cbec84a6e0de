// The features, on the server's side: the only list of them.

import type { Database } from '#core/server/database/open.ts'
import { streamRoutes } from '#core/server/events.ts'
import type { Job } from '#core/server/jobs.ts'
import type { Served } from '#core/server/routes.ts'
import { forgetAnswers } from '#core/sync/server/door.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { resumeImports, stopImports } from '#features/admin/server/imports/jobs.ts'
import { adminRoutes } from '#features/admin/server/routes.ts'
import { calendarRoutes } from '#features/calendar/server/routes.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { purgeTrash } from '#features/targets/server/jobs.ts'
import { catchUpOverlaps } from '#features/targets/server/overlaps.ts'
import {
  peopleWithTargets,
  removePastTargets,
  savePastTargets,
  sumPastTargets,
} from '#features/targets/server/pastTargets.ts'
import { forManagers } from '#features/targets/server/proxy.ts'
import { targetRoutes } from '#features/targets/server/routes.ts'
import { subscriptionsOf } from './addresses.ts'

const pastTargets = { save: savePastTargets, remove: removePastTargets, sum: sumPastTargets, peopleWithTargets }

export const productRoutes = (instance: { key: string; name: string }): Served[] => [
  ...accountRoutes(instance, subscriptionsOf, forManagers),
  ...streamRoutes,
  ...targetRoutes,
  ...adminRoutes(pastTargets),
  ...calendarRoutes,
  ...reportRoutes,
]

export const productJobs: Job[] = [purgeTrash, forgetAnswers]

/** Work that outlives a call: taken up again on start where it stopped, and ended before the database is closed. */
export const productWork = {
  async resume(database: Database) {
    // Not waited for: it is needed once, after an update, and stands where it stopped when the server does.
    void catchUpOverlaps(database).catch(() => undefined)
    await resumeImports(database, pastTargets)
  },
  stop: stopImports,
}
