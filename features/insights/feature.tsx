import { IconBulb } from '@tabler/icons-react'
import { defineFeature, screen } from '#core/client/feature.ts'
import { isShownInsights } from '#core/contract/orgReport.ts'
import { insightsFlag } from './flagsContract.ts'

export const insights = defineFeature({
  name: 'insights',
  area: {
    name: 'insights',
    label: 'Insights',
    path: '/insights/new',
    prefixes: ['/insights', '/insight', '/asset'],
    icon: IconBulb,
    order: 30,
    landing: 2,
    flag: insightsFlag,
    isFor: ({ Settings }) => isShownInsights(Settings),
  },
  screens: [
    { path: '/insights', leadsTo: () => '/insights/new' },
    screen('/insights/$tab', () => import('./client/InsightsPage.tsx').then((file) => file.InsightsPage), {
      propsOf: ({ params }) => ({ tab: params.tab ?? '' }),
    }),
  ],
  notices: () => import('./client/toldNotices.ts').then((file) => file.toldNotices),
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
})
