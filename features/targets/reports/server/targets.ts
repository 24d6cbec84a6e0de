// The report on Targets.
import { sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { worth } from '#core/contract/money.ts'
import { serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import type { Part } from '../reportPaths.ts'
import { sharings, type TargetsReport, targetsReport } from '../targetsContract.ts'
import { targetRows } from './targetRows.ts'

const parts = { all: 'all', not_shared: 'personal', shared: 'shared' } as const satisfies Record<string, Part>

export const targetsOf: ViewerCount<TargetsReport> = async (tx, asked) => {
  const { zone } = asked.session.org
  const { start, end } = asked.days!
  const [from, until] = [startOfDay(zone, start), startOfDay(zone, addDays(end, 1))]
  const sharing = sharings.find((one) => one === asked.which) ?? 'all'
  const wasPursued = sql`t.created_at < ${until} and (t.status in ('active', 'archived') or coalesce(t.completed_at, t.modified_at) >= ${from})`
  const found = await targetRows(tx, asked, wasPursued, parts[sharing])
  const rows = found.map(({ goal: _, owner_id: __, ...row }) => row)
  const sum = (figure: (row: (typeof rows)[number]) => number | null) =>
    rows.reduce((all, row) => all + worth(figure(row)), 0)
  return { rows, total: { count: rows.length, projected: sum((row) => row.projected), won: sum((row) => row.won) } }
}

export const targets = serveViewerReport(targetsReport, targetsOf)
