import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  { name: 'activity', load: () => import('../contract.ts').then((file) => file.personActivityReport) },
]
