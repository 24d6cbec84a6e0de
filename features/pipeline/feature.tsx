import { defineFeature, screen } from '#core/client/feature.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { forecastFlag } from './forecast/flagsContract.ts'

export const pipeline = defineFeature({
  name: 'pipeline',
  area: {
    name: 'referrals',
    label: 'Referrals',
    path: '/referrals',
    prefixes: ['/referrals'],
    order: 16,
    flag: referralsFlag,
  },
  screens: [
    screen('/referrals', () => import('./referrals/client/ReferralsPage.tsx').then((file) => file.ReferralsPage)),
  ],
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
  viewerReports: () => import('./client/listedReports.ts').then((file) => file.listedReports),
  summaryParts: [
    { flag: forecastFlag, load: () => import('./forecast/client/OwnForecast.tsx').then((file) => file.OwnForecast) },
  ],
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
})
