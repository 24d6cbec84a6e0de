import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { LEAST_LEFT, type StageMedians } from '../contract.ts'

/**
 * In days, of the whole firm without private Targets. Stays that ended by a pause or a deletion say nothing of how long a
 * stage takes.
 */
export async function medianDays(tx: Tx): Promise<StageMedians> {
  const { rows } = await tx.sql<StageMedians['medians'][number]>`
    select s.stage_id as stage, (percentile_cont(0.5) within group (order by extract(epoch from s.until - s.since)) / 86400)::float8 as days
    from target_stages s join targets t on t.org_id = s.org_id and t.id = s.target_id
    where s.org_id = ${currentOrgId} and not t.is_private and s.ended in ('moved', 'completed', 'lost')
    group by 1 having count(*) >= ${LEAST_LEFT} order by 1`
  return { medians: rows }
}
