import type { ServerContext } from '#core/server/declaration.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import { schedulingTask } from '#core/server/recurring/due.ts'
import type { AnyTask } from '#core/server/work/work.ts'
import { demoSchedules } from '../demo/server/demo.ts'
import { mailedReport, mailedReportTrouble } from '../notices.ts'
import { purgeReportRuns, recordReportEmails } from './ending.ts'
import { reportMails } from './mails.ts'
import { makingTask } from './making.ts'
import type { Reports } from './policies.ts'
import { myMailedReports } from './reading.ts'
import { reportMail } from './rows.ts'
import { beginReport } from './running.ts'

export { scheduleRoutes } from './routes.ts'
export const scheduleJobs = [recordReportEmails, purgeReportRuns]
export const scheduleData = [{ name: 'mailed_reports', page: myMailedReports }]
export const scheduleDemo = (house: ServerContext) => [demoSchedules(() => house.all('viewerReports'))]
export const scheduleMails = [reportMails]
export const scheduleNotices = [serveNotice(mailedReport), serveNotice(mailedReportTrouble)]
export const scheduleTask = (house: ServerContext): AnyTask[] => {
  const reports: Reports = () => house.all('viewerReports')
  return [schedulingTask(reportMail, beginReport(reports)), makingTask(reports)]
}
