import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** Days of the firm whose facts were kept, oldest first. */
export async function keptDays(tx: Tx): Promise<string[]> {
  const { rows } = await tx.sql<{ day: string }>`
    select day::text as day from forecast_days where org_id = ${currentOrgId} order by day`
  return rows.map(({ day }) => day)
}
