import { sentences } from '#core/contract/errors.ts'
import type { FileType } from '#core/contract/fileAnswer.ts'
import type { Subscriptions } from '#core/contract/session.ts'
import { inFirm } from '#core/server/database/firm.ts'
import { both, hasArea, type Policy, type Served, serve, signedIn } from '#core/server/routes.ts'
import { type ActivityReport, PDF_FAILED, routes } from '../contract.ts'
import { activityOf } from './activity.ts'
import { csvOf } from './csv.ts'
import { pdfOf } from './pdf.ts'
import { workbookOf } from './sheet.ts'

const hasReports: Policy = {
  name: 'hasReports',
  isPublic: false,
  allows: ({ org }) => (org.subscriptions as unknown as Subscriptions).targets.features.report.on === 'yes',
}
const reported = both(both(signedIn, hasArea('targets')), hasReports)

const makers: Record<FileType, (report: ActivityReport) => Promise<Buffer> | Buffer> = {
  pdf: pdfOf,
  xlsx: workbookOf,
  csv: csvOf,
}

export const reportRoutes: Served[] = [
  serve(routes.activity, reported, ({ tx, session, context, query }) =>
    activityOf(tx, session, query.range, context.now),
  ),
  // Long: the database is free again while the file is made.
  serve(
    routes.activityFile,
    reported,
    async ({ database, session, context, query: { range, format: type }, request }) => {
      const report = await inFirm(database, session.org.id, (tx) => activityOf(tx, session, range, context.now))
      const name = `Activity Report ${report.start} to ${report.end}.${type}`
      try {
        return { error: '', type, file: (await makers[type](report)).toString('base64'), name }
      } catch (error) {
        request.log.error(error)
        return { error: type === 'pdf' ? PDF_FAILED : sentences.tryAgain, type, file: '', name: '' }
      }
    },
    { isLong: true },
  ),
]

/** Where a person's Activity Report is had, as the subscription says it. */
export const reportAddresses = {
  pdf: '/api/reports/activity/file?format=pdf',
  csv: '/api/reports/activity/file?format=csv',
  xlsx: '/api/reports/activity/file?format=xlsx',
}
