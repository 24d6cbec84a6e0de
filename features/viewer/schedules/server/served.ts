// All that mailed reports add to the server.
import type { House } from '#core/server/feature.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import type { AnyWork } from '#core/server/work/work.ts'
import { mailedReport, mailedReportTrouble } from '../notices.ts'
import { noteReportMails } from './ending.ts'
import { reportMails } from './mails.ts'
import { makingWork } from './making.ts'
import type { Reports } from './rights.ts'
import { schedulingWork } from './running.ts'

export { scheduleRoutes } from './routes.ts'
export const scheduleJobs = [noteReportMails]
export const scheduleMails = [reportMails]
export const scheduleNotices = [serveNotice(mailedReport), serveNotice(mailedReportTrouble)]
export const scheduleWork = (house: House): AnyWork[] => {
  const reports: Reports = () => house.all('viewerReports')
  return [schedulingWork(reports), makingWork(reports)]
}
