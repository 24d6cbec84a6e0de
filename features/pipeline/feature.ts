import { offer } from '#core/contract/ports.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { defineFeature } from '#core/server/feature.ts'
import { demoForecasts } from './demo/server/demo.ts'
import { forecastFlag } from './forecast/flagsContract.ts'
import { teamForecast } from './forecast/server/contract.ts'
import { forecastHandlers, forecastOfTeam } from './forecast/server/figures.ts'
import { forecast } from './forecast/server/forecast.ts'
import { myFacts } from './forecast/server/myFacts.ts'
import { forecastRows } from './forecast/server/rows.ts'
import { keepForecasts } from './forecast/server/snapshots.ts'
import { referralRows } from './referrals/server/rows.ts'
import { referrals } from './referrals/server/sources.ts'
import { stageHandlers } from './stages/server/firmStages.ts'

export const pipeline = defineFeature({
  name: 'pipeline',
  flags: [
    {
      ...stagesFlag,
      label: 'Stages',
      tells: 'Targets have a stage, an expected close, and a chance, and there is a board.',
    },
    { ...forecastFlag, label: 'Forecast', tells: 'What is expected to be won, and how right that was. Needs Stages.' },
    { ...referralsFlag, label: 'Referrals', tells: 'Who Targets came from, and the referrals given in return.' },
  ],
  offers: [offer(teamForecast, forecastOfTeam)],
  routes: [...stageHandlers, ...forecastHandlers],
  viewerReports: [forecast, forecastRows, referrals, referralRows],
  jobs: [keepForecasts],
  myData: [{ name: 'forecast', page: myFacts, isOmittedIfEmpty: true }],
  demo: [demoForecasts],
})
