import { sql } from 'kysely'
import { firm } from '#core/server/database/firm.ts'

/** A query of the ids of all Targets that are in nobody's figures but their owner's: the private ones, and those that were private when they were destroyed. */
export const privateTargets = sql`
  select t.id from targets t where t.org_id = ${firm} and t.is_private union all select r.target_id from private_remains r where r.org_id = ${firm}`
