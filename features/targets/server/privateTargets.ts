import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'

/**
 * Selects the IDs of Targets that count only in their owner's figures: private ones, and those that were private when
 * deleted.
 */
export const privateTargets = sql`
  select t.id from targets t where t.org_id = ${currentOrgId} and t.is_private union all select r.target_id from private_remains r where r.org_id = ${currentOrgId}`
