import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { StageOutcome } from '../contract.ts'

/** Counts what became of the Targets that were in each stage. Private ones count for no one but their owners, so not here. */
export async function outcomesByStage(tx: Tx): Promise<StageOutcome[]> {
  const { rows } = await tx.sql<StageOutcome>`
    select s.stage_id as stage, count(distinct t.id)::int as closed, count(distinct t.id) filter (where t.status = 'completed')::int as won
    from target_stages s join targets t on t.org_id = s.org_id and t.id = s.target_id
    where s.org_id = ${currentOrgId} and not t.is_private and s.ended is distinct from 'undone' and t.status in ('completed', 'lost') group by 1 order by 1`
  return rows
}
