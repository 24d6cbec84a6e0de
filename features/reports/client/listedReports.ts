// The reports of this area, as the Viewer lists them.
import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  { name: 'activity', load: () => import('../contract.ts').then((file) => file.personActivityReport) },
]
