import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  { name: 'forecast', load: () => import('../contract.ts').then((file) => file.forecastReport) },
  { name: 'forecast-rows', load: () => import('../rowsContract.ts').then((file) => file.forecastRowsReport) },
]
