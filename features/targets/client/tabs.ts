// What the Tracker adds to other areas' pages.
import type { Tab } from '#core/client/feature.ts'
import { isOn } from '#core/contract/area.ts'
import { trackerFlag } from '../flagsContract.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'account',
    name: 'edit',
    order: 11,
    isFor: ({ Subscriptions }) => isOn(Subscriptions, trackerFlag),
    load: () => import('../list/client/Looks.tsx').then((file) => file.PipelineViews),
  },
]
