import { dataOf } from './area.ts'
import type { Session } from './session.ts'
import { trackerFlag } from './trackerFlag.ts'

/** Returns whether the person can open pipelines of others. */
export const opensPipelines = ({ user, Subscriptions }: Session): boolean =>
  user.role === 'admin' || dataOf(Subscriptions, trackerFlag)?.people === 'yes'
