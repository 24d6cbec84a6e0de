import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { asPursued, pursuedWithin } from '../../figures/server/pursued.ts'
import type { FigurePart } from '../reportPathsContract.ts'
import { sharings, type TargetsReport, targetsReport } from '../targetsContract.ts'
import { targetRows } from './targetRows.ts'

const parts = { all: 'all', not_shared: 'personal', shared: 'shared' } as const satisfies Record<string, FigurePart>

export const targetsOf: ViewerCount<TargetsReport> = async (tx, asked) => {
  const { zone } = asked.session.org
  const { start, end } = asked.days!
  const [from, until] = [startOfDay(zone, start), startOfDay(zone, addDays(end, 1))]
  const sharing = sharings.find((one) => one === asked.which) ?? 'all'
  const [starts, ends] = [sql`${from}::timestamptz`, sql`${until}::timestamptz`]
  const { rows, count, projected, won } = await targetRows(tx, asked, pursuedWithin(starts, ends), {
    part: parts[sharing],
    isNarrow: narrowedBy(asked),
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

/** Conditions on a Target, `t`, and its owner's next step, `k`. */
function narrowedBy({ status, by: { due, value, type }, today }: AskedReport): RawBuilder<boolean>[] {
  const day = sql`${today}::date`
  const isDue = {
    overdue: sql<boolean>`k.due < ${day}`,
    7: sql<boolean>`k.due between ${day} and ${day} + 7`,
    30: sql<boolean>`k.due between ${day} and ${day} + 30`,
    none: sql<boolean>`k.due is null`,
  }
  return [
    ...(status && status !== 'all' ? [sql<boolean>`t.status = ${status}`] : []),
    ...(value ? [sql<boolean>`t.value = ${value}`] : []),
    ...(type ? [sql<boolean>`t.type = ${type}`] : []),
    ...(due ? [isDue[due]] : []),
  ]
}

export const readTargetsReport = serveViewerReport(targetsReport, targetsOf)
