import { isFeatureOn } from '#core/contract/area.ts'
import { opensPipelines } from '#core/contract/opensPipelines.ts'
import { opensViewer } from '#core/contract/opensViewer.ts'
import type { Session } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'

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
    opensPipelines(session) && !(isFeatureOn(session.Subscriptions, viewerFlag) && opensViewer(session)),
} as const
