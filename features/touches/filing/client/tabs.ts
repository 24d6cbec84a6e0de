import type { Tab } from '#core/client/feature.ts'
import { dataOf, isFeatureOn } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { filingFlag } from '../flagsContract.ts'

/** Without a domain for filing addresses, the server sends no data with the flag, and nothing mentions email filing. */
const hasFiling = ({ Subscriptions }: Session) =>
  isFeatureOn(Subscriptions, trackerFlag) &&
  isFeatureOn(Subscriptions, filingFlag) &&
  dataOf(Subscriptions, filingFlag) !== undefined

export const tabs: readonly Tab[] = [
  {
    area: 'account',
    name: 'filing',
    label: 'Email filing',
    order: 25,
    isOwn: true,
    isFor: hasFiling,
    load: () => import('./EmailFiling.tsx').then((file) => file.EmailFiling),
  },
  {
    area: 'admin',
    group: 'Firm',
    name: 'filing',
    label: 'Email filing',
    order: 77,
    isFor: (session) => session.user.role === 'admin' && hasFiling(session),
    load: () => import('./FirmFiling.tsx').then((file) => file.FirmFiling),
  },
]
