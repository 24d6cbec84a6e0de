// The report on Targets.
import { sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { asPursued, pursuedWithin } from '../../figures/server/pursued.ts'
import type { Part } from '../reportPaths.ts'
import { sharings, type TargetsReport, targetsReport } from '../targetsContract.ts'
import { targetRows } from './targetRows.ts'

const parts = { all: 'all', not_shared: 'personal', shared: 'shared' } as const satisfies Record<string, Part>

export const targetsOf: ViewerCount<TargetsReport> = async (tx, asked) => {
  const { zone } = asked.session.org
  const { start, end } = asked.days!
  const [from, until] = [startOfDay(zone, start), startOfDay(zone, addDays(end, 1))]
  const sharing = sharings.find((one) => one === asked.which) ?? 'all'
  const [starts, ends] = [sql`${from}::timestamptz`, sql`${until}::timestamptz`]
  const { rows, count, projected, won } = await targetRows(tx, asked, pursuedWithin(starts, ends), {
    part: parts[sharing],
    status: asked.status === 'all' ? undefined : asked.status,
    projected: sql`(select was.projected from (select) one ${asPursued(ends)})`,
    won: sql`case when t.status = 'completed' and t.completed_at >= ${starts} and t.completed_at < ${ends} then t.revenue end`,
  })
  return {
    rows: rows.map(({ goal: _, owner_id: __, company_key: ___, ...row }) => row),
    count,
    from: asked.page.from ?? 0,
    total: { count, projected, won },
  }
}

export const targets = serveViewerReport(targetsReport, targetsOf)
