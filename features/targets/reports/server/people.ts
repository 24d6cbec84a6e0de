import { addDays, daysBetween } from '#core/contract/dates.ts'
import type { Days } from '#core/contract/ranges.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import type { TouchCounts } from '#features/touches/countsContract.ts'
import { touchCountsOf } from '#features/touches/server/contract.ts'
import { type PeopleReport, peopleReportDefinition } from '../peopleContract.ts'
import { type FigurePart, figurePart } from '../reportPathsContract.ts'
import { countedTarget } from './figureConditions.ts'
import { rowName, rowOf, rowsOfPeople } from './overview.ts'
import { type PersonFigures, personFigures, storedScore } from './personFigures.ts'

/** Maximum number of points in a person's trend. */
const POINTS = 12

/** Highest score first. People who left stay if they have figures. */
export const reportPeople: ViewerCount<PeopleReport> = async (tx, asked) => {
  const days = asked.days!
  const part = figurePart(asked.which)
  const [people = [], earlier = []] = await personFigures(tx, asked, [days, asked.before!], part)
  const trends = await trendsOf(tx, asked, days)
  const touches = await touchesOf(tx, asked, days, part)
  const names = new Map(asked.scope.groups.map(({ id, name }) => [id, name]))
  const began = new Set(people.flatMap(({ id, has_before }) => (has_before ? id : [])))
  const before = new Map(earlier.map((one) => [one.id, began.has(one.id) ? comparedOf(one) : null]))
  const rows = rowsOfPeople(people).map(({ one, row }) => ({
    ...row,
    key: 'user' as const,
    groups: one.groups.flatMap((id) => names.get(id) ?? []),
    trend: trends.get(one.id) ?? [],
    before: before.get(one.id) ?? null,
    ...(touches.get(one.id) ?? noTouches),
  }))
  return { part, rows: rows.sort((a, b) => (b.average_score ?? -1) - (a.average_score ?? -1)) }
}

function comparedOf(one: PersonFigures): NonNullable<PeopleReport['rows'][number]['before']> {
  const { average_score, total_steps, total_revenue, total_usage_events } = rowOf(
    { id: one.id, key: 'user', name: rowName(one) },
    [one],
  )
  return { average_score, total_steps, total_revenue, total_usage_events }
}

const noTouches: TouchCounts = { calls: 0, meetings: 0, emails: 0, others: 0 }

/** Touches on Targets by person, never those on private Targets of others. */
async function touchesOf(
  tx: Tx,
  asked: AskedReport,
  { start, end }: Days,
  part: FigurePart,
): Promise<Map<string, TouchCounts>> {
  const { rows } = await tx.sql<TouchCounts & { id: string }>`
    with people as materialized (${asked.scope.people})
    select h.user_id as id, ${touchCountsOf('h')}
    from people p join touches h on h.org_id = ${currentOrgId} and h.user_id = p.id and h.day between ${start}::date and ${end}::date and h.deleted_at is null
    join targets t on t.org_id = h.org_id and t.id = h.target_id
    where ${countedTarget(asked, part)} group by h.user_id`
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

async function trendsOf(tx: Tx, { scope }: AskedReport, { start, end }: Days): Promise<Map<string, (number | null)[]>> {
  const length = daysBetween(start, end) + 1
  const count = Math.min(POINTS, length)
  const days = Array.from({ length: count }, (_, at) =>
    addDays(start, count === 1 ? 0 : Math.round((at * (length - 1)) / (count - 1))),
  )
  const { rows } = await tx.sql<{ id: string; days: string[]; scores: (number | null)[] }>`
    with people as materialized (${scope.people})
    select p.id, s.days, s.scores from people p cross join lateral (
      select coalesce(array_agg(s.day::text), '{}') as days, coalesce(array_agg(${storedScore(scope)}), '{}') as scores from score_days s
      where s.org_id = ${currentOrgId} and s.user_id = p.id and s.day = any(${days}::date[]) offset 0) s`
  return new Map(rows.map((row) => [row.id, days.map((day) => row.scores[row.days.indexOf(day)] ?? null)]))
}

export const readPeopleReport = serveViewerReport(peopleReportDefinition, reportPeople)
