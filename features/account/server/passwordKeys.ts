// Keys of password links: emailed once, stored as a hash, used once.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import type { LinkState } from '../signInContract.ts'
import type { FactorOwner } from './secondFactor.ts'

export type PasswordKeyKind = 'reset' | 'invitation'
/** Source: RULINGS, section 5. An invitation is valid for a week. */
const MINUTES: Record<PasswordKeyKind, number> = { reset: 60, invitation: 7 * 24 * 60 }

/** Returns the client path to set a password. Only the newest key of each kind works. */
export async function passwordPath(
  tx: Tx,
  { orgId, userId, email }: FactorOwner & { email: string },
  kind: PasswordKeyKind,
  now = new Date().toISOString(),
): Promise<string> {
  const { token, hash } = newToken(orgId)
  await tx.sql`
    insert into password_keys (org_id, user_id, kind, key_hash, expires_at)
    values (${orgId}, ${userId}, ${kind}, ${hash}, ${now}::timestamptz + make_interval(mins => ${MINUTES[kind]}))
    on conflict (org_id, user_id, kind) do update set key_hash = excluded.key_hash, expires_at = excluded.expires_at, used_at = null`
  // Only the wording of the page depends on it.
  return `/emailConfirmed/${token}/${encodeURIComponent(email)}${kind === 'invitation' ? '?invited=1' : ''}`
}

export type KeyOwner = FactorOwner & {
  email: string
  name: string
  firm: string
  password_hash: string | null
  kind: PasswordKeyKind
}

export async function ownerOfKey(
  tx: Tx,
  { key, email, now }: { key: string; email: string; now: string },
): Promise<KeyOwner | null> {
  const { rows } = await tx.sql<KeyOwner>`
    select k.org_id as "orgId", k.user_id as "userId", k.kind, u.email, trim(u.first_name || ' ' || u.last_name) as name, o.name as firm, u.password_hash
    from password_keys k join users u on u.org_id = k.org_id and u.id = k.user_id join orgs o on o.id = k.org_id
    where k.org_id = ${currentOrgId} and k.key_hash = ${readToken(key)!.hash} and k.expires_at > ${now}::timestamptz and k.used_at is null
      and u.email = ${email.toLowerCase()} and u.deactivated_at is null for update of k`
  return rows[0] ?? null
}

/** Returns the state of a link. Only its own key and address reveal that it was used. */
export async function stateOfLink(
  tx: Tx,
  { key, email, now }: { key: string; email: string; now: string },
): Promise<LinkState> {
  const { rows } = await tx.sql<{ state: LinkState }>`
    select case when k.used_at is not null then 'used' when k.expires_at > ${now}::timestamptz then 'good' else 'dead' end as state
    from password_keys k join users u on u.org_id = k.org_id and u.id = k.user_id
    where k.org_id = ${currentOrgId} and k.key_hash = ${readToken(key)!.hash} and u.email = ${email.toLowerCase()} and u.deactivated_at is null`
  return rows[0]?.state ?? 'dead'
}

/** Marks the link as used. It stops working, and so does every other link emailed to this person. */
export async function markUsed(tx: Tx, { orgId, userId, kind }: KeyOwner, now: string): Promise<void> {
  await tx.sql`
    update password_keys set used_at = ${now}::timestamptz where org_id = ${orgId} and user_id = ${userId} and kind = ${kind}`
  await endLinks(tx, { orgId, userId })
}

/** Invalidates all links emailed to this person. Used ones stay stored until they expire. */
export async function endLinks(tx: Tx, { orgId, userId }: FactorOwner): Promise<void> {
  await tx.sql`delete from password_keys where org_id = ${orgId} and user_id = ${userId} and used_at is null`
}
