import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  { name: 'forecast', load: () => import('../forecast/contract.ts').then((file) => file.forecastReport) },
  {
    name: 'forecast-rows',
    load: () => import('../forecast/rowsContract.ts').then((file) => file.forecastRowsReport),
    screen: () => import('../forecast/client/ForecastRowsScreen.tsx').then((file) => file.ForecastRowsScreen),
  },
  { name: 'referrals', load: () => import('../referrals/contract.ts').then((file) => file.referralsReport) },
  { name: 'referral-rows', load: () => import('../referrals/rowsContract.ts').then((file) => file.referralRowsReport) },
]
