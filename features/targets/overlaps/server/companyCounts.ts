import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { startsOf } from '../../forms/server/companies.ts'

export async function countCompanies(tx: Tx, changes: { key: string; name: string; targets: number }[]): Promise<void> {
  const counts = [...Map.groupBy(changes, ({ key }) => key).values()].map((those) => ({
    ...those[0]!,
    targets: those.reduce((sum, { targets }) => sum + targets, 0),
  }))
  if (counts.length === 0) return
  await tx.sql`
    insert into companies as c (org_id, key, name, targets)
    select ${currentOrgId}, r.* from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as r (key text, name text, targets int)
    on conflict (org_id, key) do update set targets = c.targets + excluded.targets`
  const starts = counts.flatMap(({ key }) => startsOf(key).map((start) => ({ start, key })))
  await tx.sql`
    insert into company_starts (org_id, start, key)
    select ${currentOrgId}, r.* from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) as r (start text, key text) on conflict do nothing`
}
