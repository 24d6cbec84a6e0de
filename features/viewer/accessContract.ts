// Who finds the Viewer: who manages people, and who looks after what the firm shares. Source: RULINGS, sections 10 and 12.
import { dataOf } from '#core/contract/area.ts'
import { isShownInsights, managesContent } from '#core/contract/orgReport.ts'
import type { Session } from '#core/contract/session.ts'
import { viewerFlag } from './flagsContract.ts'

/** Whether there is somebody whose reports the person may see. */
export const managesPeople = ({ Subscriptions }: Session): boolean =>
  dataOf(Subscriptions, viewerFlag)?.people === 'yes'

export const opensViewer = (session: Session): boolean =>
  managesPeople(session) || (isShownInsights(session.Settings) && managesContent(session.user.role, session.Settings))
