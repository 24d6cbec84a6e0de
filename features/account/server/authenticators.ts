// Authenticator apps: codes that change every 30 seconds (RFC 6238), derived from a shared secret.
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '#core/server/database/tx.ts'
import type { SecretBox } from '#core/server/secretBox.ts'
import type { FactorOwner } from './secondFactor.ts'

const PERIOD_SECONDS = 30
/** Accepts the previous and the next code too, because clocks differ. */
const WINDOW = 1
const PLAN_MINUTES = 15

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' })

const placeOf = ({ orgId, userId }: FactorOwner) => `authenticator of ${orgId} ${userId}`

/** Returns the 30-second counter that a code belongs to, or null if it isn't valid now. */
function counterOf(secret: string | null, code: string, now: string): number | null {
  if (secret === null) return null
  const timestamp = Date.parse(now)
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

/** Stores a new secret. The current one stays in use until a code of the new one is confirmed. */
export async function planAuthenticator(
  tx: Tx,
  person: FactorOwner,
  { email, issuer, now, box }: { email: string; issuer: string; now: string; box: SecretBox },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32
  await tx.sql`
    insert into authenticators (org_id, user_id, pending, pending_at) values (${person.orgId}, ${person.userId}, ${box.seal(secret, placeOf(person))}, ${now})
    on conflict (org_id, user_id) do update set pending = excluded.pending, pending_at = excluded.pending_at`
  return { secret, uri: totpOf(secret, email, issuer).toString() }
}

/** Puts the planned secret into use. Returns false if the code is wrong or the plan has expired. */
export async function confirmAuthenticator(
  tx: Tx,
  person: FactorOwner,
  code: string,
  { now, box }: { now: string; box: SecretBox },
): Promise<boolean> {
  const mine = sql`org_id = ${person.orgId} and user_id = ${person.userId}`
  const { rows } = await tx.sql<{ pending: Buffer }>`
    select pending from authenticators where ${mine} and pending is not null
      and pending_at > ${now}::timestamptz - make_interval(mins => ${PLAN_MINUTES}) for update`
  const counter = rows[0] ? counterOf(box.open(rows[0].pending, placeOf(person)), code, now) : null
  if (counter === null) return false
  await tx.sql`
    update authenticators set secret = pending, pending = null, pending_at = null, confirmed_at = ${now}, last_counter = ${counter} where ${mine}`
  return true
}

/** Returns true once per code. A code can't be used twice, nor after a newer one. */
export async function consumeAuthenticatorCode(
  tx: Tx,
  person: FactorOwner,
  code: string,
  { now, box }: { now: string; box: SecretBox },
): Promise<boolean> {
  const mine = sql`org_id = ${person.orgId} and user_id = ${person.userId}`
  const { rows } = await tx.sql<{
    secret: Buffer
  }>`select secret from authenticators where ${mine} and secret is not null`
  const counter = rows[0] ? counterOf(box.open(rows[0].secret, placeOf(person)), code, now) : null
  if (counter === null) return false
  const taken = await tx.sql`
    update authenticators set last_counter = ${counter} where ${mine} and last_counter < ${counter} returning 1`
  return taken.rows.length > 0
}

export async function removeAuthenticator(tx: Tx, { orgId, userId }: FactorOwner): Promise<boolean> {
  const { rows } = await tx.sql<{ secret: Buffer | null }>`
    delete from authenticators where org_id = ${orgId} and user_id = ${userId} returning secret`
  return rows[0]?.secret != null
}
