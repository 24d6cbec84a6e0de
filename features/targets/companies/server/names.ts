// The names that share a company's page since they were merged. A person learns of a name only from a Target that they
// see, so that no one learns of those on private Targets of others.
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { stampIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { UNMERGE_DAYS } from '#features/contacts/contract.ts'
import type { CompanyTarget, MergedName } from '../contract.ts'

/** Keys of the names on one page. The first one leads. */
export type PageNames = { root: string; keys: string[] }

export async function namesOnPage(tx: Tx, key: string): Promise<PageNames> {
  if (key === '') return { root: '', keys: [] }
  const { rows } = await tx.sql<{ keys: string[] }>`select company_page_keys(${currentOrgId}, ${key}) as keys`
  return { root: rows[0]!.keys[0]!, keys: rows[0]!.keys }
}

/** Returns how the newest Target under the leading name spells it, or the newest of all. Targets are newest first. */
export const leadingName = (targets: readonly CompanyTarget[], { root }: PageNames): string | undefined =>
  (targets.find(({ company }) => pageKeyOf(company) === root) ?? targets[0])?.company

export async function mergedNames(
  tx: Tx,
  { org }: SignedInSession,
  targets: readonly CompanyTarget[],
  { root, keys }: PageNames,
  now: string,
): Promise<MergedName[]> {
  if (keys.length < 2) return []
  const spelled = new Map(targets.toReversed().map(({ company }) => [pageKeyOf(company), company]))
  // Someone who doesn't see the leading name sees the page under the first of the others.
  const lead = spelled.has(root) ? root : pageKeyOf(targets[0]?.company ?? '')
  const { rows } = await tx.sql<{ key: string; first_name: string; last_name: string; at: Date; is_late: boolean }>`
    select m.company_key as key, u.first_name, u.last_name, m.at, m.at < ${now}::timestamptz - make_interval(days => ${UNMERGE_DAYS}) as is_late
    from company_merges m join users u on u.org_id = m.org_id and u.id = m.user_id
    where m.org_id = ${currentOrgId} and m.company_key = any(${[...spelled.keys()].filter((key) => key !== lead)}::text[]) order by m.at desc, 1`
  return rows.map(({ key, at, is_late, ...by }) => ({
    name: spelled.get(key)!,
    by: fullNameOf(by),
    at: stampIn(org.zone, new Date(at).toISOString()),
    can_separate: !is_late,
  }))
}
