import { serveReport } from '#core/server/reports/serveReport.ts'
import { hasArea } from '#core/server/routes.ts'
import { activityReport } from '../contract.ts'
import { activityOf } from './activity.ts'

export const reportRoutes = serveReport(activityReport, hasArea('targets'), activityOf)
