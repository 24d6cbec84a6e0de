import { serveReport } from '#core/server/reports/serveReport.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { trackerFlag } from '#features/targets/flagsContract.ts'
import { activityReport } from '../contract.ts'
import { activityOf } from './activity.ts'

export const reportRoutes = serveReport(activityReport, subscribed(trackerFlag), activityOf)
