// Lists a person's targets for a firm admin, with only the data needed to hand them over.

import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { routes } from '../contract.ts'

type Owned = RouteResponse<typeof routes.owned>
/** Includes people who left. Excludes private targets. Source: RULINGS, section 13. */
export async function ownedBy(tx: Tx, personId: string): Promise<Owned> {
  const people = await tx.sql<Owned['person']>`
    select id, trim(first_name || ' ' || last_name) as fullname, deactivated_at is not null as is_deactivated
    from users where org_id = ${currentOrgId} and id = ${personId}`
  const [person] = people.rows
  if (!person) throw notFound(cannotFind('person'))
  const { rows: targets } = await tx.sql<Owned['targets'][number]>`
    select t.id, coalesce(nullif(t.company, ''), t.contact) as name, t.status
    from targets t where t.org_id = ${currentOrgId} and t.owner_id = ${personId} and t.status <> 'deleted' and not t.is_private
    order by lower(coalesce(nullif(t.company, ''), t.contact)), t.id`
  return { person, targets }
}
