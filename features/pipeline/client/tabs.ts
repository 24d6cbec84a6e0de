import type { Tab } from '#core/client/feature.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { stagesFlag } from '#core/contract/stages.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'admin',
    name: 'pipeline',
    label: 'Pipeline',
    group: 'Firm',
    order: 77,
    isFor: ({ user, Subscriptions }) => user.role === 'admin' && isFeatureOn(Subscriptions, stagesFlag),
    load: () => import('../stages/client/StagesTab.tsx').then((file) => file.StagesTab),
  },
]
