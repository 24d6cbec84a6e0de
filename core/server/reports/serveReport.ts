// A report's data, and the same as a file.
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { answerType } from '#core/contract/fileAnswer.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { daysOfRange, type Range } from '#core/contract/ranges.ts'
import { type AnyReport, fileFailed, type Report, type ReportFacts } from '#core/contract/report.ts'
import { type Tx, withOrg } from '../database/tx.ts'
import { allOf, defineHandler, type Handler, type Policy, signedIn } from '../routes.ts'
import type { SignedInSession } from '../sessions.ts'
import { subscribed } from '../subscriptions.ts'
import { layoutOf } from './layout.ts'
import { makers } from './makers.ts'

/** Days in the firm's time zone, both included. One query that aggregates in the database. */
export type Count<F extends ReportFacts> = (
  tx: Tx,
  session: SignedInSession,
  days: { start: string; end: string },
) => Promise<Omit<F, keyof ReportFacts>>

/** `now` is an ISO instant. */
export async function factsOf<F extends ReportFacts>(
  tx: Tx,
  session: SignedInSession,
  count: Count<F>,
  range: Range,
  now: string,
): Promise<F> {
  const { actor, org } = session
  const days = daysOfRange(range, dayIn(org.zone, now))
  const counted = await count(tx, session, days)
  return {
    firm: org.name,
    zone: org.zone,
    person: fullNameOf(actor),
    range,
    ...days,
    made: stampIn(org.zone, now),
    ...counted,
  } as F
}

/** A report as listed in a feature's `feature.ts`. */
export type ReportHandler = { report: AnyReport; routes: readonly Handler[] }

/** The report's flag is required in addition to `policy`. */
export const serveReport = <F extends ReportFacts>(
  report: Report<F>,
  policy: Policy,
  count: Count<F>,
): ReportHandler => {
  const allowed = allOf(allOf(signedIn, policy), subscribed(report.flag))
  const routes = [
    defineHandler(report.routes.read, allowed, ({ tx, session, context, query }) =>
      factsOf(tx, session, count, query.range, context.now),
    ),
    // Long, so the database connection is free while the file is created.
    defineHandler(
      report.routes.file,
      allowed,
      async ({ database, session, context, query: { range, format }, request }) => {
        const facts = await withOrg(database, session.org.id, (tx) => factsOf(tx, session, count, range, context.now))
        const name = `${report.title} ${facts.start} to ${facts.end}.${format}`
        const type = answerType(format)
        try {
          return { error: '', type, file: (await makers[format](layoutOf(report, facts))).toString('base64'), name }
        } catch (error) {
          request.log.error(error)
          return { error: fileFailed[format], type, file: '', name: '' }
        }
      },
      { isLong: true },
    ),
  ]
  return { report, routes }
}

/** Returns the addresses in the subscription's form. */
export const reportAddresses = ({ routes }: { routes: { file: { path: string } } }) =>
  Object.fromEntries(
    (['pdf', 'csv', 'xlsx'] as const).map((format) => [format, `/api/${routes.file.path}?format=${format}`]),
  )
