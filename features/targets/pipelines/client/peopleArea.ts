import { dataOf, isFeatureOn } from '#core/contract/area.ts'
import { opensViewer } from '#core/contract/opensViewer.ts'
import type { Session } from '#core/contract/session.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'
import { trackerFlag } from '../../flagsContract.ts'

/** Area where managers open their people's pipelines. It uses the Tracker's screens. */
export const peopleArea = {
  name: 'people',
  label: 'People',
  path: '/viewer/pipeline/people',
  prefixes: ['/viewer/pipeline/people'],
  icon: 'chart-histogram',
  order: 50,
  flag: trackerFlag,
  // People with the Viewer find the pipelines there.
  isFor: (session: Session) =>
    (session.user.role === 'admin' || dataOf(session.Subscriptions, trackerFlag)?.people === 'yes') &&
    !(isFeatureOn(session.Subscriptions, viewerFlag) && opensViewer(session)),
} as const
