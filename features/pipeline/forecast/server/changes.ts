// Terms by which the expectations of this quarter and the next changed this week.
import { sql } from 'kysely'
import { mondayOf } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import type { ChangeRow } from '../contract.ts'
import { comingQuarters, dayKept, type Period } from '../periods.ts'
import { expectedOn, liveTargets } from './expected.ts'

/** The week's other days stand for its Monday. */
const DAYS_AFTER_MONDAY = 6

/** Returns Monday, or the first day of this week that was kept, or null. */
export const changesSince = (days: readonly string[], today: string): string | null =>
  dayKept(days, mondayOf(today), DAYS_AFTER_MONDAY)

/** SQL of the week's changes of a quarter, by Target: `id`, `owner_id`, what was and is expected, and the term it belongs to. */
export const changesSql = (asked: AskedReport, since: string, { first, past }: Period) => sql`
  select coalesce(o.id, c.id) as id, coalesce(c.owner_id, o.owner_id) as owner_id, coalesce(c.close, o.close) as close, coalesce(c.chance, o.chance) as chance,
    coalesce(c.amount, o.amount) as amount, coalesce(o.weighted, 0) as was, coalesce(c.weighted, 0) as now,
    case when o.id is null then 'new' when c.id is not null then case when c.weighted > o.weighted then 'grown' when c.weighted < o.weighted then 'shrunk' else 'same' end
      when t.status = 'completed' then 'won' when t.status = 'lost' then 'lost' else 'slipped' end as term
  from (select * from (${expectedOn(asked, sql`${since}::date`)} and f.expected_close >= ${first} and f.expected_close < ${past}) o) o
  full join (select * from (${liveTargets(asked)}) l where l.chance is not null and l.close >= ${first} and l.close < ${past}) c on c.id = o.id
  left join targets t on t.org_id = ${currentOrgId} and t.id = o.id`

/** Null until a day of this week was kept. */
export async function changedSince(tx: Tx, asked: AskedReport, days: readonly string[]) {
  const since = changesSince(days, asked.today)
  if (since === null) return null
  const rows: ChangeRow[] = []
  for (const { key, period } of comingQuarters(asked.today)) {
    const { rows: found } = await tx.sql<{ term: string; was: number; now: number }>`
      with people as materialized (${asked.scope.people})
      select term, sum(was)::float8 as was, sum(now)::float8 as now from (${changesSql(asked, since, period)}) x group by 1`
    const of = (term: string, figure: (row: { was: number; now: number }) => number) =>
      found.filter((row) => row.term === term).reduce((sum, row) => sum + figure(row), 0)
    rows.push({
      of: key,
      quarter: period.first,
      opening: found.reduce((sum, { was }) => sum + was, 0),
      new: of('new', ({ now }) => now),
      grown: of('grown', ({ was, now }) => now - was),
      shrunk: of('shrunk', ({ was, now }) => was - now),
      slipped: of('slipped', ({ was }) => was),
      lost: of('lost', ({ was }) => was),
      won: of('won', ({ was }) => was),
      closing: found.reduce((sum, { now }) => sum + now, 0),
    })
  }
  return { since, rows }
}
