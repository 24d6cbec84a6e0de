// Counts by source what came from it and what was sent back, in one statement for the whole scope.
import { type RawBuilder, sql } from 'kysely'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { plainName } from '#core/server/reports/personNames.ts'
import { hasWords, sortable, sortBy } from '#core/server/reports/rowOrders.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { contactPath } from '#features/contacts/contract.ts'
import { shownContactName } from '#features/contacts/server/contract.ts'
import { lastTouchWith } from '#features/touches/server/contract.ts'
import { countsFor } from '../../forecast/server/expected.ts'
import { circlesOf, type Sending } from '../circles.ts'
import { type ReferralsReport, referralsReport, type SourceOrder, type SourceRow } from '../contract.ts'

type Asked = Pick<AskedReport, 'scope' | 'session'>

/** SQL condition on a Target `t` with a source that the scope counts. Needs `people`. */
export const cameFromSomewhere = (asked: Asked) => sql<boolean>`
  t.org_id = ${currentOrgId} and t.came_from is not null and t.status <> 'deleted' and t.owner_id in (select id from people) and ${countsFor(asked, 't')}`

/**
 * SQL condition on a referral `r` to a contact `c` that the scope counts. A contact that only private Targets have counts
 * for its owner alone. Needs `people`.
 */
export const sentByScope = ({ scope }: Asked) => sql<boolean>`
  r.org_id = ${currentOrgId} and r.user_id in (select id from people) and ${scope.isOwn ? sql`true` : sql`not c.is_private`}`

/** SQL of the last touch with the contact `c` by anyone of the firm. Those on private Targets count for their owner alone. */
const lastTouch = ({ scope, session }: Asked) =>
  lastTouchWith(sql`(t.is_private is not true ${scope.isOwn ? sql`or t.owner_id = ${session.actor.id}` : sql``})`)

type Found = Omit<SourceRow, 'circle' | 'open'>
type Totals = { count: number; all_received: number; all_won: number; all_revenue: number; all_sent: number }

const orders: Record<SourceOrder, RawBuilder<unknown>> = {
  name: sortable(sql`s.name`),
  kind: sql`s.kind`,
  received: sql`s.received`,
  won: sql`s.won`,
  revenue: sql`s.revenue`,
  sent: sql`s.sent`,
  worked: sql`s.worked`,
  last_touch: sql`s.last_touch`,
}

export const sourcesOf: ViewerCount<ReferralsReport> = async (tx, asked) => {
  const { from, order, words } = asked.page
  const inOrder = sql`${sortBy(orders, order, 'received')} ${(order?.isDescending ?? true) ? sql`desc` : sql`asc`} nulls last, s.revenue desc, s.name collate "C", s.id`
  const fits = words === '' ? sql`true` : hasWords(words, [sql`s.name`])
  const { rows } = await tx.sql<Found & Totals>`
    with people as materialized (${asked.scope.people}),
    got as (
      select t.came_from->>'contact_id' as contact_id, t.came_from->>'user_id' as user_id, t.came_from->>'source' as source, count(*)::int as received,
        count(*) filter (where t.status = 'completed')::int as won,
        coalesce(sum(greatest(coalesce(t.revenue, 0), 0)) filter (where t.status = 'completed'), 0)::float8 as revenue
      from targets t where ${cameFromSomewhere(asked)} group by 1, 2, 3),
    given as (
      select r.contact_id::text as contact_id, count(*)::int as sent, count(*) filter (where r.outcome = 'work')::int as worked
      from referrals r join contacts c on c.org_id = r.org_id and c.id = r.contact_id where ${sentByScope(asked)} group by 1),
    by_contact as (
      select coalesce(g.contact_id, v.contact_id) as id, coalesce(g.received, 0) as received, coalesce(g.won, 0) as won, coalesce(g.revenue, 0) as revenue,
        coalesce(v.sent, 0) as sent, coalesce(v.worked, 0) as worked
      from (select * from got where contact_id is not null) g full join given v on v.contact_id = g.contact_id),
    sources as materialized (
      select 'contact' as kind, b.id, ${shownContactName} as name, b.received, b.won, b.revenue, b.sent, b.worked, ${lastTouch(asked)} as last_touch
      from by_contact b join contacts c on c.org_id = ${currentOrgId} and c.id = b.id::uuid
      union all
      select 'user', g.user_id, ${plainName}, g.received, g.won, g.revenue, null, null, null
      from got g join users u on u.org_id = ${currentOrgId} and u.id = g.user_id::uuid
      union all
      select 'source', g.source, g.source, g.received, g.won, g.revenue, null, null, null from got g where g.source is not null)
    select summed.*, rows.* from (
      select count(*)::int as count, coalesce(sum(s.received), 0)::int as all_received, coalesce(sum(s.won), 0)::int as all_won,
        coalesce(sum(s.revenue), 0)::float8 as all_revenue, coalesce(sum(s.sent), 0)::int as all_sent from sources s where ${fits}) summed
    left join (
      select row_number() over (order by ${inOrder}) as place, s.* from sources s where ${fits}
      order by ${inOrder} ${from === null ? sql`` : sql`limit ${PAGE_ROWS} offset ${from}`}) rows on true
    order by rows.place`
  const [{ count, all_received, all_won, all_revenue, all_sent }] = rows as [(typeof rows)[number]]
  const found = rows.filter(({ kind }) => kind !== null)
  const circleOf = await circlesAmong(tx, asked)
  return {
    rows: found.map(({ kind, id, name, received, won, revenue, sent, worked, last_touch }) => ({
      ...{ kind, id, name, received, won, revenue, sent, worked, last_touch },
      circle: kind === 'contact' ? circleOf(id) : null,
      ...(kind === 'contact' && { open: { path: contactPath(id) } }),
    })),
    count,
    from: from ?? 0,
    total: { received: all_received, won: all_won, revenue: all_revenue, sent: all_sent },
  }
}

/** Returns the names of the contacts that a contact is in a circle with, among what the scope counts. */
async function circlesAmong(tx: Tx, asked: Asked): Promise<(contactId: string) => string[] | null> {
  const { rows } = await tx.sql<Sending & { from_name: string; to_name: string }>`
    with people as materialized (${asked.scope.people}),
    sendings as (
      select t.came_from->>'contact_id' as "from", tc.contact_id::text as "to"
      from targets t join target_contacts tc on tc.org_id = t.org_id and tc.target_id = t.id and tc.place = 0
      where ${cameFromSomewhere(asked)} and t.came_from->>'contact_id' is not null)
    select s."from", s."to", ${shownContactName} as to_name from sendings s join contacts c on c.org_id = ${currentOrgId} and c.id = s."to"::uuid
    where s."to" in (select "from" from sendings)`
  const names = new Map(rows.map(({ to, to_name }) => [to, to_name]))
  const circles = circlesOf(rows)
  return (contactId) => circles.get(contactId)?.map((id) => names.get(id) ?? '') ?? null
}

export const referrals = serveViewerReport(referralsReport, sourcesOf)
