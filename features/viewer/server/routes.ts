// Endpoints that list the reports and audiences of a person. Source: RULINGS, sections 9 and 10.

import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { addressOf } from '#core/contract/route.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ServerContext } from '#core/server/declaration.ts'
import { managedGroups, managesAnybody, managesPerson, readsAll, readsShared } from '#core/server/reports/scope.ts'
import type { ViewerReportHandler } from '#core/server/reports/serveViewerReport.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { type Definition, type Graph, type ReportGroups, routes, type Viewer } from '../contract.ts'
import { viewerFlag } from '../flagsContract.ts'

export const viewerRoutes = (house: ServerContext): Handler[] => [
  defineHandler(routes.viewer, subscribed(viewerFlag), ({ tx, session }) =>
    viewerOf(tx, session, house.all('viewerReports')),
  ),
  defineHandler(routes.groups, subscribed(viewerFlag), ({ tx, session, params, query }) => {
    if (params.orgId !== session.org.id) throw notFound(cannotFind('firm'))
    return groupsOf(tx, session, query.status)
  }),
]

async function viewerOf(tx: Tx, session: SignedInSession, all: readonly ViewerReportHandler[]): Promise<Viewer> {
  const graphs = await graphsOf(tx, session)
  const managesAny = await managesAnybody(tx, session)
  const reports = all.filter(({ report, policy }) => {
    const isOfSome = report.isOfFirm
      ? readsShared(session, managesAny)
      : (managesAny || report.isForAdmins) && graphs.some(({ key }) => report.keys.includes(key))
    return isOfSome && policy.allows(session)
  })
  return { reports: reports.map(({ report }) => definitionOf(report)), graphs }
}

const definitionOf = (report: ViewerReportHandler['report']): Definition => ({
  code: report.name,
  name: report.title,
  description: report.sentence,
  intro: report.intro,
  show_in_nav: report.showsInNav,
  area: report.area,
  keys: [...report.keys],
  dated: report.isDated,
  download: { csv: addressOf(report.routes.file, {}), pdf: addressOf(report.routes.file, {}) },
})

/**
 * Returns the firm for managers and admins with org access, then groups and people by name; nothing for anyone else.
 */
async function graphsOf(tx: Tx, session: SignedInSession): Promise<Graph[]> {
  const { actor, org } = session
  const isOfAll = readsAll(session)
  const groups = await managedGroups(tx, session, isOfAll)
  if (groups.length === 0 && !isOfAll) return []
  const { rows: people } = await tx.sql<{ id: string; name: string; groups: string[] }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name,
      array(select m.group_id from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id and g.status = 'active'
        where m.org_id = u.org_id and m.user_id = u.id) as groups
    from users u
    where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.role <> 'operator' and (${isOfAll} or ${managesPerson(actor.id, org.access)} or u.id = ${actor.id})
    order by u.last_name, u.first_name, u.id`
  const seen = new Set(groups.map(({ id }) => id))
  const whole: Graph = { id: org.id, key: 'org', type: 'firm', name: org.name, groups: [] }
  return [
    ...(org.access === 'yes' ? [whole] : []),
    ...groups.map(({ id, name }): Graph => ({ id, key: 'group', type: 'group', name, groups: [] })),
    ...people.map(
      ({ id, name, groups: of }): Graph => ({
        id,
        key: 'user',
        type: 'user',
        name,
        groups: of.filter((group) => seen.has(group)),
      }),
    ),
  ]
}

async function groupsOf(tx: Tx, { actor, org }: SignedInSession, status: 'active' | 'all'): Promise<ReportGroups> {
  const { rows } = await tx.sql<ReportGroups['groups'][number]>`
    select g.id, g.name, g.status,
      (select coalesce(string_agg(u.id::text, ',' order by u.last_name, u.first_name, u.id), '')
        from group_managers gm join users u on u.org_id = gm.org_id and u.id = gm.user_id
        where gm.org_id = g.org_id and gm.group_id = g.id and u.deactivated_at is null) as member_access,
      coalesce(jsonb_agg(jsonb_build_object('uid', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
      order by u.last_name, u.first_name, u.id) filter (where u.id is not null), '[]') as members
    from groups g
    left join group_members m on m.org_id = g.org_id and m.group_id = g.id
    left join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
    where g.org_id = ${currentOrgId} and (${status} = 'all' or g.status = 'active') and exists (
      select 1 from group_managers gm join groups mine on mine.org_id = gm.org_id and mine.id = gm.group_id and mine.status = 'active'
      where gm.org_id = g.org_id and gm.user_id = ${actor.id} and (${org.access} = 'yes' or mine.id = g.id))
    group by g.org_id, g.id, g.name, g.status order by g.name, g.id`
  return { groups: rows }
}
