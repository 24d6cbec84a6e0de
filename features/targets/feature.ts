import { offer } from '#core/contract/ports.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { defineFeature } from '#core/server/feature.ts'
import { managesPerson } from '#core/server/reports/scope.ts'
import { contactRecords } from '#features/contacts/server/contract.ts'
import { linkContacts } from './contacts/server/linking.ts'
import { targetContactRoutes } from './contacts/server/routes.ts'
import { demoPipelines } from './demo/server/demo.ts'
import { teamFigures } from './figures/server/contract.ts'
import { figuresOfTeam } from './figures/server/teamFigures.ts'
import { publicEvents } from './firmWide/publicEvents.ts'
import { apiClientEvents } from './firmWide/server/programEvents.ts'
import { overlapsFlag, sharingFlag } from './flagsContract.ts'
import { targetNoticeJobs } from './notices/server/jobs.ts'
import { noticeDefinitions } from './notices/server/notices.ts'
import { targetNotificationHandler } from './notices/server/reactions.ts'
import { overlapUpkeep } from './overlaps/server/reindex.ts'
import { forManagers } from './pipelines/server/proxy.ts'
import { trackerReports } from './reports/server/served.ts'
import { scoreTask } from './score/server/scoreWork.ts'
import {
  leavingTargets,
  managers,
  managing,
  pastTargets,
  pipelineAccess,
  rebuildDerivedTargets,
} from './server/contract.ts'
import { targetFeed } from './server/feed.ts'
import { storeImported } from './server/importedTargets.ts'
import { countOwned, countShown, handOverMany } from './server/leaving.ts'
import { trackerSheets } from './server/mySheets.ts'
import { myReminders, myShares, myTargets, viewsOfMyPipeline } from './server/myTargets.ts'
import {
  contactsThatSent,
  peopleWithTargets,
  removePastTargets,
  savePastTargets,
  sumPastTargets,
} from './server/pastTargets.ts'
import { readPipeline } from './server/pipelineOf.ts'
import { rebuildTargetViews } from './server/rebuildTargetViews.ts'
import { targetRoutes } from './server/routes.ts'
import { trackerData } from './server/subscriptionData.ts'
import { followSharing } from './touches/server/followSharing.ts'
import { refileEmails } from './touches/server/refileEmails.ts'
import { purgeTrash } from './trash/server/jobs.ts'

export const targets = defineFeature({
  name: 'targets',
  needs: { contactRecords },
  offers: [
    offer(managers, forManagers),
    offer(managing, managesPerson),
    offer(pipelineAccess, readPipeline),
    offer(teamFigures, figuresOfTeam),
    offer(leavingTargets, { countShown, count: countOwned, handOver: handOverMany }),
    offer(rebuildDerivedTargets, storeImported),
    offer(pastTargets, {
      save: savePastTargets,
      remove: removePastTargets,
      senders: contactsThatSent,
      sum: sumPastTargets,
      peopleWithTargets,
    }),
  ],
  routes: (ports) => [...targetRoutes(ports.contactRecords), ...targetContactRoutes(ports.contactRecords)],
  flags: [
    { ...trackerFlag, label: 'Tracker', tells: 'Targets, steps and notes.' },
    { ...sharingFlag, label: 'Sharing Targets', tells: 'Colleagues can be invited to a Target.' },
    { ...overlapsFlag, label: 'Potential overlaps', tells: 'Shows who else is pursuing the same company or contact.' },
  ],
  subscriptionData: [{ flag: trackerFlag, read: trackerData }],
  jobs: [purgeTrash, ...targetNoticeJobs],
  work: [overlapUpkeep, rebuildTargetViews, scoreTask],
  feeds: [targetFeed],
  reactions: (ports) => [
    linkContacts(ports.contactRecords),
    followSharing,
    refileEmails,
    targetNotificationHandler,
    apiClientEvents,
  ],
  outsideEvents: publicEvents,
  viewerReports: trackerReports,
  notices: noticeDefinitions,
  demo: [demoPipelines],
  sheets: trackerSheets,
  myData: [
    { name: 'targets', page: myTargets },
    { name: 'shares', page: myShares },
    { name: 'looks_at_my_pipeline', page: viewsOfMyPipeline },
    { name: 'reminders', page: myReminders },
  ],
})
