import { defineFeature } from '#core/server/feature.ts'
import { offer } from '#core/server/ports.ts'
import { overlapUpkeep } from './overlaps/server/upkeep.ts'
import { forManagers } from './pipelines/server/proxy.ts'
import { scoreNow } from './score/server/hud.ts'
import { leavingTargets, managers, pastTargets, scoreOf } from './server/contract.ts'
import { copiesAnew } from './server/copiesAnew.ts'
import { targetFeed } from './server/feed.ts'
import { countOwned, handOverMany } from './server/leaving.ts'
import { looksAtMe, myShares, myTargets } from './server/myTargets.ts'
import { peopleWithTargets, removePastTargets, savePastTargets, sumPastTargets } from './server/pastTargets.ts'
import { targetRoutes } from './server/routes.ts'
import { purgeTrash } from './trash/server/jobs.ts'

export const targets = defineFeature({
  name: 'targets',
  offers: [
    offer(managers, forManagers),
    offer(scoreOf, scoreNow),
    offer(leavingTargets, { count: countOwned, handOver: handOverMany }),
    offer(pastTargets, { save: savePastTargets, remove: removePastTargets, sum: sumPastTargets, peopleWithTargets }),
  ],
  routes: targetRoutes,
  jobs: [purgeTrash],
  work: [overlapUpkeep, copiesAnew],
  feeds: [targetFeed],
  myData: [
    { name: 'targets', page: myTargets },
    { name: 'shares', page: myShares },
    { name: 'looks_at_my_pipeline', page: looksAtMe },
  ],
})
