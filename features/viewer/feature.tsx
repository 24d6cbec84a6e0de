import { IconChartHistogram } from '@tabler/icons-react'
import { defineFeature, type Place, screen } from '#core/client/feature.ts'
import { viewerFlag } from './flagsContract.ts'
import { mayOpen } from './mayOpen.ts'

const page = () => import('./client/ViewerPage.tsx').then((file) => file.ViewerPage)
const named = ({ params }: Place) => ({ report: params.report })
const ofPerson = ({ params }: Place) => ({ report: 'user-worksheets', person: params.uid })

export const viewer = defineFeature({
  name: 'viewer',
  area: {
    name: 'viewer',
    label: 'Viewer',
    path: '/viewer/pipeline',
    prefixes: ['/viewer'],
    icon: IconChartHistogram,
    order: 40,
    landing: 4,
    flag: viewerFlag,
    isFor: mayOpen,
    within: () => import('./client/ReportNav.tsx').then((file) => file.ReportNav),
  },
  screens: [
    { path: '/viewer', leadsTo: () => '/viewer/pipeline' },
    { path: '/viewer/reports', leadsTo: () => '/viewer/pipeline' },
    { path: '/viewer/pipeline/assets', leadsTo: () => '/viewer/assets' },
    screen('/viewer/pipeline', page, { propsOf: () => ({}) }),
    screen('/viewer/pipeline/$report', page, { propsOf: named }),
    ...['user-worksheets', 'user_worksheets', 'user worksheets'].map((path) =>
      screen(`/viewer/pipeline/${path}/$uid`, page, { propsOf: ofPerson }),
    ),
  ],
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
})
