// Finds people who use SSO without a password, so that no email or page asks them to choose one.
import { Refusal } from '#core/contract/errors.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { signInMessages } from '../../signInContract.ts'
import { domainOf } from '../../signOnContract.ts'

/** Returns the name of the firm's provider for an address, or null. */
export async function providerOf(tx: Tx, orgId: string, email: string): Promise<string | null> {
  const domain = domainOf(email)
  const { rows } = await tx.sql<{ name: string }>`
    select p.name from sign_on_providers p join firm_domains d on d.org_id = p.org_id and d.domain = ${domain} and d.proved_at is not null
    where p.org_id = ${orgId} and p.is_on and ${domain} = any(p.domains) order by p.name limit 1`
  return rows[0]?.name ?? null
}

export type SignOnInstead = { provider: string; path: string }

/** Returns the sign-in method of a person without a usable password. Returns null if they have one or can set one. */
export async function signOnInstead(
  tx: Tx,
  { orgId, userId, email }: { orgId: string; userId: string; email: string },
): Promise<SignOnInstead | null> {
  const { rows } = await tx.sql<{ has_password: boolean; sign_on_only: boolean }>`
    select u.password_hash is not null and not (o.sign_on_only and o.break_glass_id <> u.id) as has_password, o.sign_on_only
    from users u join orgs o on o.id = u.org_id where u.org_id = ${orgId} and u.id = ${userId}`
  if (!rows[0] || rows[0].has_password) return null
  const provider = await providerOf(tx, orgId, email)
  if (provider === null && !rows[0].sign_on_only) return null
  return { provider: provider ?? 'single sign-on', path: `/login/sso?email=${encodeURIComponent(email)}` }
}

/** Rejects a link that was emailed before the firm set up SSO. */
export async function refuseInstead(tx: Tx, person: Parameters<typeof signOnInstead>[1]): Promise<void> {
  if (await signOnInstead(tx, person)) throw new Refusal('signs_on', signInMessages.signsOn, 403)
}
