// Checks permissions for scheduled reports: owners and recipients must be able to see the report.

import { forbidden, Refusal } from '#core/contract/errors.ts'
import { cannotFind, noAccessTo } from '#core/contract/phrases.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ViewerReportHandler } from '#core/server/reports/serveViewerReport.ts'
import type { ViewerAccess } from '#core/server/reports/viewerAccess.ts'

export type Reports = () => readonly ViewerReportHandler[]
export type ScheduleAccess = { code: string; key: ScopeKey; id: string }

/** Rows behind a figure can't be scheduled on their own. */
export const reportNamed = (reports: Reports, code: string): ViewerReportHandler | undefined =>
  reports().find(({ report }) => report.name === code && report.exampleWhich === undefined)

/** Returns the title, or the code of a report that no longer exists. */
export const scheduleTitle = (reports: Reports, code: string): string =>
  reportNamed(reports, code)?.report.title ?? code

const noReport = () => new Refusal('not_found', cannotFind('report'), 404)

/**
 * Throws the same errors as the screen: 403 and 404 for people who can't see it, 404 for a missing report, 400 for an
 * invalid audience.
 */
export async function checkSees(
  tx: Tx,
  reports: Reports,
  eyes: ViewerAccess,
  about: ScheduleAccess,
): Promise<ViewerReportHandler> {
  const served = reportNamed(reports, about.code)
  if (!served) throw noReport()
  if (!served.policy.allows(eyes)) throw forbidden(noAccessTo('this report'))
  await served.scope(tx, eyes, about)
  return served
}

/** Returns null if they can see it, or else the error. */
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
