import { defineFeature, screen } from '#core/client/feature.ts'
import { opensViewer } from '#core/contract/opensViewer.ts'
import { viewerFlag } from './flagsContract.ts'

const page = () => import('./client/ViewerPage.tsx').then((file) => file.ViewerPage)
export const viewer = defineFeature({
  name: 'viewer',
  area: {
    name: 'viewer',
    label: 'Viewer',
    path: '/viewer/pipeline',
    prefixes: ['/viewer', '/viewer/pipeline/people'],
    icon: 'chart-histogram',
    order: 40,
    landing: 4,
    flag: viewerFlag,
    isFor: opensViewer,
    within: () => import('./client/ReportNav.tsx').then((file) => file.ReportNav),
  },
  screens: ['', '/$tab', '/pipeline', '/pipeline/$report', '/pipeline/$report/$person'].map((path) =>
    screen(`/viewer${path}`, page, { propsOf: ({ params }) => params, called: async () => () => 'the report' }),
  ),
  notices: () => import('./client/featureNotices.ts').then((file) => file.featureNotices),
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
})
