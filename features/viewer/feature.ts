import { defineFeature } from '#core/server/feature.ts'
import { managesAnybody } from '#core/server/reports/scope.ts'
import { teamForecast } from '#features/pipeline/forecast/server/contract.ts'
import { teamFigures } from '#features/targets/figures/server/contract.ts'
import { teamLearning } from '#features/trainer/learning/server/contract.ts'
import { dashboardsFlag, viewerFlag } from './flagsContract.ts'
import { EMBED_PATH } from './kpi/contract.ts'
import { figuresApi } from './kpi/server/figuresApi.ts'
import { kpiRoutes } from './kpi/server/routes.ts'
import {
  scheduleData,
  scheduleDemo,
  scheduleJobs,
  scheduleMails,
  scheduleNotices,
  scheduleRoutes,
  scheduleTask,
} from './schedules/server/served.ts'
import { viewerRoutes } from './server/routes.ts'

export const viewer = defineFeature({
  name: 'viewer',
  needs: { teamFigures, teamForecast, teamLearning },
  flags: [
    { ...viewerFlag, label: 'Viewer', tells: 'Reports on people and pipelines for managers.' },
    { ...dashboardsFlag, label: 'Dashboards', tells: 'Key figures of the whole firm.' },
  ],
  routes: (_, house) => [...viewerRoutes(house), ...kpiRoutes(house), ...scheduleRoutes(house)],
  work: (_, house) => scheduleTask(house),
  jobs: scheduleJobs,
  mails: scheduleMails,
  notices: scheduleNotices,
  myData: scheduleData,
  demo: (_, house) => scheduleDemo(house),
  externalApis: (given, { box }) => [figuresApi(box, given)],
  framePages: [{ path: EMBED_PATH, file: 'kpi/embed.html' }],
  subscriptionData: [
    {
      flag: viewerFlag,
      read: async (tx, session) => ((await managesAnybody(tx, session)) ? { people: 'yes' } : null),
    },
  ],
})
