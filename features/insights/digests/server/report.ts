// The Viewer's report on digests. People who manage digests can open each one. Other managers see only the status.
import { stampIn } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { serveViewerReport } from '#core/server/reports/serveViewerReport.ts'
import { canReadLibrary, isManager } from '../../server/policies.ts'
import { type DigestReportRow, digestsReport } from '../reportContract.ts'
import { contactCount } from './reach.ts'
import { digestRuns } from './reading.ts'

type Row = Omit<DigestReportRow, 'date' | 'next_run' | 'zone' | 'runs' | 'open'> & {
  start: string
  next_at: string | null
}

export const digestsReported = serveViewerReport(
  digestsReport,
  async (tx, { session }) => {
    const { zone } = session.org
    const { rows } = await tx.sql<Row>`
      select d.id, d.title, d.curated_by, d.frequency, d.status, d.start, d.next_at, d.revision,
        ${contactCount} as contacts
      from digests d where d.org_id = ${currentOrgId} order by d.created_at desc, d.id desc`
    const ids = rows.map(({ id }) => id)
    const runs = await digestRuns(tx, ids, zone)
    const open = isManager(session) ? { open: { path: '/insights/digests' } } : {}
    return {
      rows: rows.map(({ start, next_at, ...row }) => ({
        ...row,
        date: start || null,
        next_run: next_at && row.status !== 'cancelled' ? stampIn(zone, next_at) : null,
        zone,
        runs: runs.get(row.id) ?? [],
        ...open,
      })),
    }
  },
  canReadLibrary,
)
