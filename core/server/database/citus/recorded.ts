import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '../tenant.ts'

/** Reads what triggers recorded in a setting of the transaction. They run on the nodes that have the rows. */
export function recordedOnNodes(setting: string, orgId: string | undefined): RawBuilder<{ changes: string | null }> {
  const changes = sql`current_setting(${sql.lit(setting)}, true) as changes`
  return orgId ? sql`select ${changes} from orgs where id = ${currentOrgId}` : sql`select distinct ${changes} from orgs`
}
