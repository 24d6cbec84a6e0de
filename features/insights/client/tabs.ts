// The tabs of Insights, and those it adds to other areas. Each is loaded when it is opened.
import type { Tab } from '#core/client/feature.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { insightsFlag } from '../flagsContract.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'insights',
    name: 'new',
    label: 'New',
    order: 10,
    load: () => import('../cards/client/NewTab.tsx').then((file) => file.NewTab),
    count: () => import('../cards/client/useCards.ts').then((file) => file.useNewCount),
  },
  {
    area: 'insights',
    name: 'bd',
    label: 'BD',
    order: 20,
    load: () => import('../cards/client/BdTab.tsx').then((file) => file.BdTab),
  },
  {
    area: 'insights',
    name: 'firm',
    label: 'Firm',
    order: 30,
    load: () => import('../cards/client/FirmTab.tsx').then((file) => file.FirmTab),
  },
  {
    area: 'insights',
    name: 'library',
    label: 'Library',
    order: 40,
    load: () => import('../library/client/LibraryTab.tsx').then((file) => file.LibraryTab),
    count: () => import('../library/client/useLibraryCount.ts').then((file) => file.useLibraryCount),
  },
  {
    area: 'insights',
    name: 'digests',
    label: 'Digests',
    order: 50,
    isUnlisted: true,
    isFor: ({ user, Settings }) => managesContent(user.role, Settings),
    load: () => import('../digests/client/DigestsTab.tsx').then((file) => file.DigestsTab),
  },
  {
    area: 'admin',
    name: 'insights',
    label: 'Insights',
    group: 'Content',
    order: 69,
    isFor: ({ user, Subscriptions }) =>
      user.role === 'operator' || (user.role === 'admin' && isFeatureOn(Subscriptions, insightsFlag)),
    load: () => import('../cards/client/AuthoredInsights.tsx').then((file) => file.AuthoredInsights),
  },
  {
    area: 'admin',
    name: 'digests',
    label: 'Digest email',
    group: 'Content',
    order: 69.5,
    isFor: ({ user, Subscriptions }) => user.role === 'admin' && isFeatureOn(Subscriptions, insightsFlag),
    load: () => import('../digests/client/MailsTab.tsx').then((file) => file.MailsTab),
  },
]
