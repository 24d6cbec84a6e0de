import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

/** Returns the names that the person's own and shared Targets use for each merged company, the leading one first. */
export async function companyNamesOf(tx: Tx, { actor }: SignedInSession): Promise<{ companies: string[][] }> {
  const { rows } = await tx.sql<{ name: string; key: string; keys: string[] }>`
    select distinct on (t.company_key) t.company as name, t.company_key as key, company_page_keys(t.org_id, t.company_key) as keys
    from target_people p join targets t on t.org_id = p.org_id and t.id = p.target_id
    where p.org_id = ${currentOrgId} and p.user_id = ${actor.id} and p.response in ('pending', 'accepted') and not p.gone and t.status <> 'deleted'
      and exists (select 1 from company_merges m where m.org_id = t.org_id and (m.company_key = t.company_key or m.into_key = t.company_key))
    order by t.company_key, t.created_at desc, t.id`
  const pages = new Map<string, string[]>()
  const nameOf = new Map(rows.map(({ key, name }) => [key, name]))
  for (const { keys } of rows)
    pages.set(
      keys[0]!,
      keys.flatMap((one) => nameOf.get(one) ?? []),
    )
  return { companies: [...pages.values()].filter(({ length }) => length > 1) }
}
