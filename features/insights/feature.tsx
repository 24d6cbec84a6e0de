import { defineFeature, screen } from '#core/client/feature.ts'
import { isShownInsights } from '#core/contract/orgReport.ts'
import { insightsFlag } from './flagsContract.ts'

const page = () => import('./client/InsightsPage.tsx').then((file) => file.InsightsPage)
/** Label of links that lead back to a card. It is too short for a separate file. */
const called = async () => () => 'the insight'

export const insights = defineFeature({
  name: 'insights',
  area: {
    name: 'insights',
    label: 'Insights',
    path: '/insights/new',
    prefixes: ['/insights', '/insight', '/asset'],
    icon: 'bulb',
    order: 30,
    landing: 2,
    flag: insightsFlag,
    isFor: ({ Settings }) => isShownInsights(Settings),
    badge: () => import('./cards/client/NewBadge.tsx').then((file) => file.NewBadge),
  },
  screens: [
    { path: '/insights', leadsTo: () => '/insights/new' },
    screen('/insights/$tab', page, {
      leadsTo: ({ params, search }) =>
        params.tab === 'new' && search.id !== undefined
          ? `/insight/${encodeURIComponent(String(search.id))}`
          : undefined,
      propsOf: ({ params }) => ({ tab: params.tab ?? '' }),
    }),
    screen('/insight/$id', page, { propsOf: ({ params }) => ({ tab: 'new', id: params.id ?? '' }), called }),
    screen('/asset/$id', page, { propsOf: ({ params, hash }) => ({ tab: 'asset', id: params.id ?? '', hash }) }),
  ],
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
  offlineLater: () => import('./client/offline.ts').then((file) => file.offline),
  viewerReports: () => import('./client/listedReports.ts').then((file) => file.listedReports),
  notices: () => import('./client/featureNotices.ts').then((file) => file.featureNotices),
})
