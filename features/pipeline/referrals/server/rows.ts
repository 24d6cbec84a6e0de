// The Targets and referrals behind each figure of a source.
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { plainName } from '#core/server/reports/personNames.ts'
import { hasWords, sortable, sortBy } from '#core/server/reports/rowOrders.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { contactPath, ReferralOutcome } from '#features/contacts/contract.ts'
import { outcomeTerm } from '#features/contacts/referrals/contract.ts'
import { shownContactName } from '#features/contacts/server/contract.ts'
import { Status, statusTerm } from '#features/targets/contract.ts'
import { targetPath } from '#features/targets/pipelines/contract.ts'
import { type DetailOrder, type ReferralDetail, type ReferralRows, referralRowsReport } from '../rowsContract.ts'
import { readWhichSource, type SourceFigure, type WhichSource } from '../rowsPaths.ts'
import { cameFromSomewhere, sentByScope } from './sources.ts'

const NO_FIGURE = 'There is no such figure. Open one in the referrals to see its rows.'

const figureNames: Record<SourceFigure, string> = {
  received: 'Received',
  won: 'Won',
  revenue: 'Revenue',
  sent: 'Sent back',
  worked: 'Became work',
}

type Found = Omit<ReferralDetail, 'open'> & { id: string; owner_id: string; is_here: boolean }

export const referralRowsOf: ViewerCount<ReferralRows> = async (tx, asked) => {
  const which = readWhichSource(asked.which)
  if (!which) throw notFound(NO_FIGURE)
  const { from, order, words } = asked.page
  const orders: Record<DetailOrder, RawBuilder<unknown>> = {
    name: sortable(sql`r.name`),
    person: sortable(sql`r.person`),
    day: sql`r.day`,
    state: sql`r.state`,
    revenue: sql`r.revenue`,
  }
  const inOrder = sql`${sortBy(orders, order, 'day')} ${(order?.isDescending ?? true) ? sql`desc` : sql`asc`} nulls last, r.id`
  const fits = words === '' ? sql`true` : hasWords(words, [sql`r.name`, sql`r.person`])
  const { rows } = await tx.sql<Found & { count: number; all_revenue: number; source: string | null }>`
    with people as materialized (${asked.scope.people}), picked as materialized (${pickedBy(asked, which)})
    select summed.*, ${sourceName(which)} as source, rows.* from (
      select count(*)::int as count, coalesce(sum(r.revenue), 0)::float8 as all_revenue from picked r where ${fits}) summed
    left join (
      select row_number() over (order by ${inOrder}) as place, r.* from picked r where ${fits}
      order by ${inOrder} ${from === null ? sql`` : sql`limit ${PAGE_ROWS} offset ${from}`}) rows on true
    order by rows.place`
  const [{ count, all_revenue, source }] = rows as [(typeof rows)[number]]
  return {
    which: asked.which!,
    figure: count === 0 ? figureNames[which.figure] : `${figureNames[which.figure]}, ${source}`,
    count,
    from: from ?? 0,
    total: { count, revenue: all_revenue },
    rows: rows.flatMap((row) => (row.id === null ? [] : [detailShown(row, which)])),
  }
}

const isOfReferrals = ({ figure }: WhichSource) => figure === 'sent' || figure === 'worked'

function detailShown(
  { id, owner_id, is_here, name, person, day, state, revenue }: Found,
  which: WhichSource,
): ReferralDetail {
  const line = { name, person, day, revenue }
  if (isOfReferrals(which))
    return { ...line, state: outcomeTerm[ReferralOutcome.parse(state)], open: { path: contactPath(which.id) } }
  return {
    ...line,
    state: statusTerm[Status.parse(state)],
    ...(is_here && { open: { path: targetPath(owner_id, id) } }),
  }
}

/** SQL of the rows. Needs `people`. */
function pickedBy(asked: AskedReport, which: WhichSource): RawBuilder<unknown> {
  if (isOfReferrals(which))
    return sql`
      select r.id, r.about as name, ${plainName} as person, r.day, r.outcome as state, null::float8 as revenue, r.user_id as owner_id, true as is_here
      from referrals r join contacts c on c.org_id = r.org_id and c.id = r.contact_id join users u on u.org_id = r.org_id and u.id = r.user_id
      where ${sentByScope(asked)} and r.contact_id::text = ${which.id} ${which.figure === 'worked' ? sql`and r.outcome = 'work'` : sql``}`
  const isWon = which.figure === 'received' ? sql`` : sql`and t.status = 'completed'`
  return sql`
    select t.id, case when t.company = '' then t.contact else t.company end as name, ${plainName} as person,
      case when not t.is_undated then (t.created_at at time zone ${asked.session.org.zone})::date end as day, t.status as state,
      case when t.status = 'completed' then greatest(coalesce(t.revenue, 0), 0)::float8 end as revenue, t.owner_id, u.deactivated_at is null as is_here
    from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id
    where ${cameFromSomewhere(asked)} and t.came_from->>${sql.lit(memberOf[which.kind])} = ${which.id} ${isWon}`
}

const memberOf = { contact: 'contact_id', user: 'user_id', source: 'source' } as const

/** SQL of the name. Read only with rows, so that no ID tells a name to someone who can't see it. */
function sourceName({ kind, id }: WhichSource): RawBuilder<unknown> {
  if (kind === 'source') return sql`${id}::text`
  return kind === 'user'
    ? sql`(select ${plainName} from users u where u.org_id = ${currentOrgId} and u.id::text = ${id})`
    : sql`(select ${shownContactName} from contacts c where c.org_id = ${currentOrgId} and c.id::text = ${id})`
}

export const referralRows = serveViewerReport(referralRowsReport, referralRowsOf)
