import type { Tab } from '#core/client/feature.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'account',
    name: 'edit',
    order: 11,
    isFor: ({ Subscriptions }) => isFeatureOn(Subscriptions, trackerFlag),
    load: () => import('../list/client/PipelineViews.tsx').then((file) => file.PipelineViews),
  },
]
