import { isFeatureOn } from '#core/contract/area.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { defineHandler, firmAdmin, type Handler } from '#core/server/routes.ts'
import { type FirmSetup, setupRoutes as routes } from '../setupContract.ts'

export const setupServed: Handler[] = [
  defineHandler(routes.setup, firmAdmin, async ({ tx, session }) => {
    const { rows } = await tx.sql<FirmSetup & { imported: number }>`
      select p.people, p.waiting, g.groups, g.without_manager,
        (select count(*)::int from firm_domains d where d.org_id = o.id and d.proved_at is not null) as domains,
        exists (select 1 from sign_on_providers s where s.org_id = o.id and s.is_on) as has_provider,
        o.sign_on_only as is_sign_on_only, o.second_factor_from::text as second_factor_from, o.logo_id is not null as has_logo,
        (select coalesce(sum(i.imported), 0)::int from imports i where i.org_id = o.id and i.kind = 'targets' and i.state = 'done') as imported
      from orgs o,
        lateral (select count(*)::int as people, (count(*) filter (where u.signed_in_at is null))::int as waiting
          from users u where u.org_id = o.id and u.deactivated_at is null and u.role <> 'operator') p,
        lateral (select count(*)::int as groups,
            (count(*) filter (where not exists (select 1 from group_managers m where m.org_id = g.org_id and m.group_id = g.id)))::int as without_manager
          from groups g where g.org_id = o.id and g.status = 'active') g
      where o.id = ${currentOrgId}`
    const { imported, ...counted } = rows[0]!
    return { ...counted, imported: isFeatureOn(session.org.subscriptions, trackerFlag) ? imported : null }
  }),
]
