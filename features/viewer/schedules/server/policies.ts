// Who may have a report mailed, and to whom: whoever may see that report about that.

import { Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'
import type { Tx } from '#core/server/database/firm.ts'
import type { ViewerReportHandler } from '#core/server/reports/serveViewerReport.ts'
import type { ViewerAccess } from '#core/server/reports/viewerAccess.ts'

export type Reports = () => readonly ViewerReportHandler[]
export type ScheduleAccess = { code: string; key: ScopeKey; id: string }

/** Rows behind a number belong to that number: they are not mailed by themselves. */
const notMailed = 'made-of'

export const reportNamed = (reports: Reports, code: string): ViewerReportHandler | undefined =>
  reports().find(({ report }) => report.name === code && code !== notMailed)

/** As it is called; the code of one that there is not any more. */
export const scheduleTitle = (reports: Reports, code: string): string =>
  reportNamed(reports, code)?.report.title ?? code

const noReport = () => new Refusal('not_found', cannotFind('report'), 404)

/** Throws what the screen would be told: 403 and 404 for who may not see it, 404 for a report that there is not, 400 for what it is not made of. */
export async function checkSees(
  tx: Tx,
  reports: Reports,
  eyes: ViewerAccess,
  about: ScheduleAccess,
): Promise<ViewerReportHandler> {
  const served = reportNamed(reports, about.code)
  if (!served) throw noReport()
  if (!served.policy.allows(eyes)) throw new Refusal('forbidden', 'You don’t have access to this report.', 403)
  await served.scope(tx, eyes, about)
  return served
}

/** Null where they may see it; else the refusal. */
export async function whyNotSeen(
  tx: Tx,
  reports: Reports,
  eyes: ViewerAccess,
  about: ScheduleAccess,
): Promise<Refusal | null> {
  try {
    await checkSees(tx, reports, eyes, about)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
