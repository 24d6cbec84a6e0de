import { sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { Refusal } from '#core/contract/errors.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Challenge, Subscriptions } from '../contract.ts'
import { twoFactorFlag } from '../flagsContract.ts'
import { policyMessages } from '../policyContract.ts'

export type FactorOwner = { orgId: string; userId: string }
export type FactorMethod = Challenge['methods'][number]

export type Factors = {
  phone: string
  /** Whether two-factor authentication is on, so a phone is stored. */
  isTurnedOn: boolean
  /** Whether codes are sent by text message. Source: RULINGS, section 5. */
  hasText: boolean
  authenticatorSince: string | null
  passkeys: number
  recoveryCodes: number
  hasPassword: boolean
  /** Whether the firm requires it of everyone. */
  isRequired: boolean
}

export async function factorsOf(tx: Tx, { orgId, userId }: FactorOwner): Promise<Factors & { isAsked: boolean }> {
  const { rows } = await tx.sql<{
    phone: string
    settings: Record<string, number>
    subscriptions: Subscriptions
    since: string | null
    passkeys: number
    codes: number
    has_password: boolean
    is_required: boolean
  }>`
    select u.phone, u.settings, o.subscriptions, u.password_hash is not null as has_password,
      coalesce(o.second_factor_from <= (now() at time zone o.time_zone)::date, false) as is_required,
      (select a.confirmed_at from authenticators a where a.org_id = u.org_id and a.user_id = u.id and a.secret is not null) as since,
      (select count(*)::int from passkeys p where p.org_id = u.org_id and p.user_id = u.id) as passkeys,
      (select count(*)::int from recovery_codes r where r.org_id = u.org_id and r.user_id = u.id and r.used_at is null) as codes
    from users u join orgs o on o.id = u.org_id where u.org_id = ${orgId} and u.id = ${userId}`
  const { phone, settings, subscriptions, since, passkeys, codes, has_password, is_required } = rows[0]!
  const isTurnedOn = isFeatureOn(subscriptions, twoFactorFlag) && (is_required || (settings['key-two_factor'] ?? 0) > 0)
  const hasText = isTurnedOn && phone !== ''
  return {
    phone,
    isTurnedOn,
    hasText,
    authenticatorSince: since,
    passkeys,
    recoveryCodes: codes,
    hasPassword: has_password,
    isRequired: is_required,
    // A passkey is also a sign-in method of its own. It is required after the password only where two-factor
    // authentication is on.
    isAsked: hasText || since !== null || ((isTurnedOn || is_required) && passkeys > 0),
  }
}

/** Upgrades the session of a person who had to set up a second factor to a full one. */
export async function endEnrolling(
  tx: Tx,
  { org, tokenHash }: Pick<SignedInSession, 'org' | 'tokenHash'>,
): Promise<void> {
  await tx.sql`
    update sessions set is_enrolling = false where org_id = ${org.id} and token_hash = ${tokenHash} and is_enrolling`
}

/** Prevents removing the last required factor. Call it after the removal, which is then rolled back. */
export async function refuseNone(tx: Tx, person: FactorOwner): Promise<void> {
  const factors = await factorsOf(tx, person)
  if (factors.isRequired && !factors.isAsked) throw new Refusal('last_factor', policyMessages.lastFactor)
}

/** Strongest first. */
export const methodsOf = ({ passkeys, authenticatorSince, hasText, recoveryCodes }: Factors): FactorMethod[] => [
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(authenticatorSince !== null ? (['authenticator'] as const) : []),
  ...(hasText ? (['text'] as const) : []),
  ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
]

/** Leaves only the password and text messages, for an admin who restores a person's access. */
export async function resetTwoFactor(tx: Tx, { orgId, userId }: FactorOwner): Promise<void> {
  for (const table of [
    'authenticators',
    'passkeys',
    'passkey_plans',
    'phone_plans',
    'recovery_codes',
    'login_challenges',
  ])
    await tx.sql`delete from ${sql.table(table)} where org_id = ${orgId} and user_id = ${userId}`
}

/** Deletes plans that were started with the old password, so that they can't be completed. */
export async function endPlans(tx: Tx, { orgId, userId }: FactorOwner): Promise<void> {
  const mine = sql`org_id = ${orgId} and user_id = ${userId}`
  for (const table of ['passkey_plans', 'phone_plans']) await tx.sql`delete from ${sql.table(table)} where ${mine}`
  await tx.sql`update authenticators set pending = null, pending_at = null where ${mine} and pending is not null`
}
