import type { Tab } from '#core/client/feature.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { trackerFlag } from '../flagsContract.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'account',
    name: 'edit',
    order: 11,
    isFor: ({ Subscriptions }) => isFeatureOn(Subscriptions, trackerFlag),
    load: () => import('../list/client/PipelineViews.tsx').then((file) => file.PipelineViews),
  },
]
