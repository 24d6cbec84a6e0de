import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** Adds the company key to those of these targets that were written before companies had pages. */
export async function nameCompanies(tx: Tx, ids: string[]): Promise<void> {
  const { rows } = await tx.sql<{ id: string; company: string }>`
    select t.id, t.company from targets t where t.org_id = ${currentOrgId} and t.id = any(${ids}::uuid[]) and t.company_key is null
    order by t.id for update`
  if (rows.length === 0) return
  const keys = rows.map(({ id, company }) => ({ id, company_key: pageKeyOf(company) }))
  await tx.sql`
    update targets t set company_key = r.company_key from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r (id uuid, company_key text)
    where t.org_id = ${currentOrgId} and t.id = r.id`
}
