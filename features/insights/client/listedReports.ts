// The reports of Insights for people who manage people or content, each with its screen.
import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  {
    name: 'digests',
    load: () => import('../digests/reportContract.ts').then((file) => file.digestsReport),
    screen: () => import('../digests/client/DigestsScreen.tsx').then((file) => file.DigestsScreen),
  },
]
