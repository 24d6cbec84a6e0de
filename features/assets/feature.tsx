import { defineFeature, screen } from '#core/client/feature.ts'
import { assetsFlag } from './flagsContract.ts'

export const assets = defineFeature({
  name: 'assets',
  area: {
    name: 'assets',
    label: 'Assets',
    path: '/viewer/assets',
    prefixes: ['/viewer/assets'],
    order: 90,
    landing: 5,
    flag: assetsFlag,
  },
  screens: ['/viewer/assets', '/viewer/assets/$id'].map((path) =>
    screen(path, () => import('./client/AssetsScreen.tsx').then((file) => file.AssetsScreen), {
      propsOf: ({ params, hash }) => ({ id: params.id, hash }),
    }),
  ),
  tools: [{ flag: assetsFlag, load: () => import('./client/AssetsButton.tsx').then((file) => file.AssetsButton) }],
  viewerReports: () => import('./client/listedReports.ts').then((file) => file.listedReports),
  notices: () => import('./client/featureNotices.ts').then((file) => file.featureNotices),
})
