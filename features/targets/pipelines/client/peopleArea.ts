import { IconChartHistogram } from '@tabler/icons-react'
import { dataOf, isFeatureOn } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { opensViewer } from '#features/viewer/accessContract.ts'
import { viewerFlag } from '#features/viewer/flagsContract.ts'
import { trackerFlag } from '../../flagsContract.ts'

/** Where managers open the pipelines of their people. Its screens are the Tracker's. */
export const peopleArea = {
  name: 'people',
  label: 'People',
  path: '/viewer/pipeline/people',
  prefixes: ['/viewer/pipeline/people'],
  icon: IconChartHistogram,
  order: 50,
  flag: trackerFlag,
  // Who has the Viewer finds the people there.
  isFor: (session: Session) =>
    (session.user.role === 'admin' || dataOf(session.Subscriptions, trackerFlag)?.people === 'yes') &&
    !(isFeatureOn(session.Subscriptions, viewerFlag) && opensViewer(session)),
} as const
