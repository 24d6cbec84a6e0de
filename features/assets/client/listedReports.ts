import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  {
    name: 'assets',
    load: () => import('../reportContract.ts').then((file) => file.assetsReport),
    screen: () => import('./AssetsReportScreen.tsx').then((file) => file.AssetsReportScreen),
  },
]
