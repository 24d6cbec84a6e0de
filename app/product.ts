// The features, on the server's side: the only list of them.

import type { Database } from '#core/server/database/open.ts'
import { streamRoutes } from '#core/server/events.ts'
import { fileRoutes } from '#core/server/files/routes.ts'
import { sweepFiles } from '#core/server/files/sweep.ts'
import { type Instances, onlyInstance } from '#core/server/instances.ts'
import type { Job } from '#core/server/jobs.ts'
import { tidyOutgoing } from '#core/server/outgoing/sending.ts'
import type { Served } from '#core/server/routes.ts'
import { forgetAnswers } from '#core/sync/server/door.ts'
import { forgetWaysIn } from '#features/account/server/forgetWaysIn.ts'
import { commonPassword, isCommon } from '#features/account/server/guessable.ts'
import { instanceRoutes } from '#features/account/server/instances.ts'
import { myDataRoutes } from '#features/account/server/myData.ts'
import { deviceRoutes } from '#features/account/server/mySessions.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { type SignOnMeans, signOnMeans } from '#features/account/server/signOn/means.ts'
import { signOnWays } from '#features/account/server/signOn/routes.ts'
import { signOnSetUp } from '#features/account/server/signOn/setUpRoutes.ts'
import { subscriptionRoutes } from '#features/account/server/subscription.ts'
import { switchingRoutes } from '#features/account/server/switching.ts'
import { waysInOfPeople } from '#features/account/server/waysIn.ts'
import { rewriteBehind } from '#features/admin/firm/server/firmCopies.ts'
import { resumeImports, stopImports } from '#features/admin/imports/server/jobs.ts'
import { addPeople } from '#features/admin/operator/server/firms.ts'
import { resumeHandOvers, stopHandOvers } from '#features/admin/people/server/handOvers.ts'
import { adminRoutes } from '#features/admin/server/routes.ts'
import { calendarRoutes } from '#features/calendar/server/routes.ts'
import { notificationJobs } from '#features/notifications/server/jobs.ts'
import { tellOfTargets } from '#features/notifications/server/reactions.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { catchUpOverlaps } from '#features/targets/overlaps/server/overlaps.ts'
import { forManagers } from '#features/targets/pipelines/server/proxy.ts'
import { scoreNow } from '#features/targets/score/server/hud.ts'
import { rewriteCopies } from '#features/targets/server/copiesAnew.ts'
import { countOwned, handOverMany } from '#features/targets/server/leaving.ts'
import {
  peopleWithTargets,
  removePastTargets,
  savePastTargets,
  sumPastTargets,
} from '#features/targets/server/pastTargets.ts'
import { onSharedChanges } from '#features/targets/server/reactions.ts'
import { targetRoutes } from '#features/targets/server/routes.ts'
import { purgeTrash } from '#features/targets/trash/server/jobs.ts'
import { subscriptionsOf } from './addresses.ts'
import { myDataParts } from './myData.ts'

const pastTargets = { save: savePastTargets, remove: removePastTargets, sum: sumPastTargets, peopleWithTargets }

onSharedChanges(tellOfTargets)

const firmPorts = {
  rewriteCopies,
  passwordProblem: (password: string) => (isCommon(password) ? commonPassword : null),
}

const peoplePorts = { waysIn: waysInOfPeople, targets: { count: countOwned, handOver: handOverMany } }

/** What a server is set up with; what is missing is as for one that stands alone. */
export type ProductMeans = { instances?: Instances; signOn?: SignOnMeans }

export const productRoutes = (
  instance: { key: string; name: string; url?: string },
  { instances = onlyInstance(instance.key, instance.name), signOn = signOnMeans() }: ProductMeans = {},
): Served[] => [
  ...accountRoutes({ ...instance, box: signOn.box }, subscriptionsOf, forManagers),
  ...instanceRoutes(instances),
  ...signOnWays(signOn, subscriptionsOf, addPeople),
  ...signOnSetUp(signOn),
  ...switchingRoutes(subscriptionsOf),
  ...deviceRoutes,
  ...myDataRoutes(myDataParts),
  ...subscriptionRoutes,
  ...streamRoutes,
  ...fileRoutes,
  ...targetRoutes,
  ...adminRoutes(pastTargets, peoplePorts, firmPorts),
  ...calendarRoutes,
  ...reportRoutes,
  ...notificationRoutes,
]

export const productJobs: Job[] = [
  purgeTrash,
  forgetAnswers,
  forgetWaysIn,
  sweepFiles,
  tidyOutgoing,
  ...notificationJobs(scoreNow),
]

/** Work that outlives a call: taken up again on start where it stopped, and ended before the database is closed. */
export const productWork = {
  async resume(database: Database) {
    // Not waited for: it is needed once, after an update, and stands where it stopped when the server does.
    void catchUpOverlaps(database).catch(() => undefined)
    void rewriteBehind(database, rewriteCopies).catch(() => undefined)
    await resumeImports(database, pastTargets)
    await resumeHandOvers(database, peoplePorts.targets)
  },
  async stop(database: Database) {
    await Promise.all([stopImports(database), stopHandOvers(database)])
  },
}
