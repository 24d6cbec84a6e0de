// The Targets of a report's people, each with its owner's next step and with whom it is shared.
import { type RawBuilder, sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import { type Status, statusTerm, type Type, typeTerm, type Value, valueTerm } from '../../contract.ts'
import type { Part } from '../reportPaths.ts'
import { targetPath } from '../reportPaths.ts'
import type { TargetsRow } from '../targetsContract.ts'
import { countedTarget } from './figureConditions.ts'

type Found = Omit<TargetsRow, 'type' | 'value' | 'status' | 'open'> & {
  type: Type
  value: Value
  status: Status
  owner_id: string
  is_here: boolean
  goal: string
}
export type TargetLine = TargetsRow & { goal: string; owner_id: string }

/** By company and contact. `is` narrows the targets, alias t. */
export async function targetRows(
  tx: Tx,
  asked: AskedReport,
  is: RawBuilder<unknown>,
  part: Part = 'all',
): Promise<TargetLine[]> {
  const { zone } = asked.session.org
  const { rows } = await sql<Found>`
    with people as materialized (${asked.scope.people}),
    shares as materialized (
      select s.target_id, array_agg(trim(u.first_name || ' ' || u.last_name) order by u.last_name, u.first_name, u.id) as names
      from target_people s join users u on u.org_id = s.org_id and u.id = s.user_id
      where s.org_id = ${firm} and s.share_id is not null and s.response = 'accepted' and not s.gone group by s.target_id
    )
    select t.id as target_id, t.company, t.contact, trim(u.first_name || ' ' || u.last_name) as owner, u.id as owner_id, u.deactivated_at is null as is_here,
      coalesce(shares.names, '{}') as shared_with, t.type, t.value, t.status, t.goal, coalesce(k.description, '') as step, k.due::text as due,
      to_char(t.created_at at time zone ${zone}, 'YYYY-MM-DD') as created, t.projected_revenue::float8 as projected,
      case when t.status = 'completed' then t.revenue::float8 end as won
    from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id
    left join shares on shares.target_id = t.id
    left join tasks k on k.org_id = t.org_id and k.target_id = t.id and k.user_id = t.owner_id and k.completed_at is null
    where t.org_id = ${firm} and t.owner_id in (select id from people) and t.status <> 'deleted' and ${is} and ${countedTarget(asked, part)}
    order by lower(t.company), lower(t.contact), t.id`.execute(tx)
  return rows.map(({ type, value, status, is_here, ...row }) => ({
    ...row,
    type: typeTerm[type],
    value: valueTerm[value],
    status: statusTerm[status],
    ...(is_here && { open: { path: targetPath(row.owner_id, row.target_id) } }),
  }))
}
