// Access to the Viewer: managers, firm admins of a firm with org access, and people who manage shared content. Source:
// RULINGS, sections 5, 10, and 12.
import { dataOf } from './area.ts'
import { isShownInsights, managesContent } from './orgReport.ts'
import type { Session } from './session.ts'
import { viewerFlag } from './viewerFlag.ts'

/** Returns whether there is anyone whose reports the person can see. */
export const managesPeople = ({ Subscriptions }: Pick<Session, 'Subscriptions'>): boolean =>
  dataOf(Subscriptions, viewerFlag)?.people === 'yes'

export const opensViewer = (session: Omit<Session, 'token'>): boolean =>
  managesPeople(session) ||
  (session.user.role === 'admin' && session.Org.access === 'yes') ||
  (isShownInsights(session.Settings) && managesContent(session.user.role, session.Settings))
