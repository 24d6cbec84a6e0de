// Terms by which the expectations of this quarter and the next changed this week.
import { type RawBuilder, sql } from 'kysely'
import { mondayOf } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import type { ChangeRow } from '../contract.ts'
import { comingQuarters, dayKept, type Period } from '../periods.ts'
import { expectedOn } from './expected.ts'

/** The week's other days stand for its Monday. */
const DAYS_AFTER_MONDAY = 6

/** Returns Monday, or the first day of this week that was kept, or null. */
export const changesSince = (days: readonly string[], today: string): string | null =>
  dayKept(days, mondayOf(today), DAYS_AFTER_MONDAY)

/**
 * SQL of the week's changes of this quarter and the next, by Target: `id`, `owner_id`, the first month of the `quarter`,
 * what was and is expected, and the term it belongs to. A Target can leave one quarter and be new in the other.
 * Needs `forecastScope`.
 */
export const changesSql = (asked: AskedReport, since: string) => {
  const [now, next] = comingQuarters(asked.today).map(({ period }) => period) as [Period, Period]
  const quarter = (close: RawBuilder<unknown>) =>
    sql`case when ${close} < ${next.first} then ${now.first} else ${next.first} end as quarter`
  const isNear = (close: RawBuilder<unknown>) => sql`${close} >= ${now.first} and ${close} < ${next.past}`
  return sql`
  select coalesce(o.id, c.id) as id, coalesce(c.owner_id, o.owner_id) as owner_id, coalesce(c.close, o.close) as close, coalesce(c.chance, o.chance) as chance,
    coalesce(c.amount, o.amount) as amount, coalesce(o.weighted, 0) as was, coalesce(c.weighted, 0) as now, coalesce(o.quarter, c.quarter) as quarter,
    case when o.id is null then 'new' when c.id is not null then case when c.weighted > o.weighted then 'grown' when c.weighted < o.weighted then 'shrunk' else 'same' end
      else (select coalesce((select case t.status when 'completed' then 'won' when 'lost' then 'lost' end from targets t where t.org_id = ${currentOrgId} and t.id = o.id), 'slipped')) end as term
  from (select o.*, ${quarter(sql`o.close`)} from (${expectedOn(asked, sql`${since}::date`)} and ${isNear(sql`f.expected_close`)}) o) o
  full join (select l.*, ${quarter(sql`l.close`)} from live l where l.chance is not null and ${isNear(sql`l.close`)}) c on c.id = o.id and c.quarter = o.quarter`
}

export type TermRow = { quarter: string; term: string; was: number; now: number }
/** SQL of `TermRow`. Needs `forecastScope`. */
export const termsSql = (asked: AskedReport, since: string) => sql`
  select quarter, term, sum(was)::float8 as was, sum(now)::float8 as now from (${changesSql(asked, since)}) x group by 1, 2`

export const changeRows = (today: string, terms: readonly TermRow[]): ChangeRow[] =>
  comingQuarters(today).map(({ key, period: { first } }) => {
    const sum = (of: 'was' | 'now', term?: string) =>
      terms.reduce((all, row) => all + (row.quarter === first && (!term || row.term === term) ? row[of] : 0), 0)
    return {
      of: key,
      quarter: first,
      opening: sum('was'),
      new: sum('now', 'new'),
      grown: sum('now', 'grown') - sum('was', 'grown'),
      shrunk: sum('was', 'shrunk') - sum('now', 'shrunk'),
      slipped: sum('was', 'slipped'),
      lost: sum('was', 'lost'),
      won: sum('was', 'won'),
      closing: sum('now'),
    }
  })
