// The tabs of the Trainer.
import type { Tab } from '#core/client/feature.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'trainer',
    name: 'worksheets',
    label: 'Worksheets',
    order: 20,
    load: () => import('../worksheets/client/WorksheetList.tsx').then((file) => file.WorksheetList),
  },
]
