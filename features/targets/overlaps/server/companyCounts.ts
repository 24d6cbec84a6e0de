import { sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { startsOf } from '../../forms/server/companies.ts'

export async function countCompanies(tx: Tx, changes: { key: string; name: string; targets: number }[]): Promise<void> {
  const counts = [...Map.groupBy(changes, ({ key }) => key).values()].map((those) => ({
    ...those[0]!,
    targets: those.reduce((sum, { targets }) => sum + targets, 0),
  }))
  if (counts.length === 0) return
  await sql`
    insert into companies as c (org_id, key, name, targets)
    select ${firm}, r.* from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as r (key text, name text, targets int)
    on conflict (org_id, key) do update set targets = c.targets + excluded.targets`.execute(tx)
  const starts = counts.flatMap(({ key }) => startsOf(key).map((start) => ({ start, key })))
  await sql`
    insert into company_starts (org_id, start, key)
    select ${firm}, r.* from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) as r (start text, key text) on conflict do nothing`.execute(
    tx,
  )
}
