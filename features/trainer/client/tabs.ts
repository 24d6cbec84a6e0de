// The tabs of the Trainer, and what it adds to other areas' pages. Each is loaded when it is opened.
import type { Tab } from '#core/client/feature.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'trainer',
    name: 'worksheets',
    label: 'Worksheets',
    order: 20,
    load: () => import('../worksheets/client/WorksheetList.tsx').then((file) => file.WorksheetList),
  },
  {
    area: 'admin',
    name: 'curriculum',
    label: 'Curriculum',
    order: 67,
    isFor: ({ user }) => user.role === 'operator',
    load: () => import('../curriculum/client/Curriculum.tsx').then((file) => file.Curriculum),
  },
]
