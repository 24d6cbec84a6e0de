// Reports of the Trainer for people who manage others, with their screens.
import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  {
    name: 'progress',
    load: () => import('../progress/reportContract.ts').then((file) => file.progressReport),
    screen: () => import('../progress/client/ProgressScreen.tsx').then((file) => file.ProgressScreen),
  },
  {
    name: 'worksheets',
    load: () => import('../worksheets/reportContract.ts').then((file) => file.worksheetsReport),
    screen: () => import('../worksheets/client/WorksheetsScreen.tsx').then((file) => file.WorksheetsScreen),
  },
  {
    name: 'user_worksheets',
    load: () => import('../worksheets/reportContract.ts').then((file) => file.userWorksheetsReport),
    screen: () => import('../worksheets/client/UserWorksheetsScreen.tsx').then((file) => file.UserWorksheetsScreen),
  },
]
