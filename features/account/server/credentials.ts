// Checks and locks for changes of the person's own credentials, which keep them apart from a concurrent sign-in.
import { Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { isPassword } from '#core/server/passwords.ts'
import { noSession, type SignedInSession } from '#core/server/sessions.ts'
import type { AccountOwner } from './notices.ts'
import { clearAttempts, countTries, limitAttemptInside } from './rateLimits.ts'
import type { FactorOwner } from './secondFactor.ts'

export const ownerOf = ({ actor, user }: SignedInSession): AccountOwner => ({
  id: actor.id,
  email: user.email,
  name: fullNameOf(actor),
})

/**
 * Locks the person's row until the transaction ends, which serializes sign-ins and credential changes. Both must lock
 * this row first. Returns null if the person is missing or deactivated.
 */
export async function holdPerson(
  tx: Tx,
  { orgId, userId }: FactorOwner,
): Promise<{ password_hash: string | null } | null> {
  const { rows } = await tx.sql<{ password_hash: string | null }>`
    select password_hash from users where org_id = ${orgId} and id = ${userId} and deactivated_at is null for no key update`
  return rows[0] ?? null
}

/** Like `holdPerson`, for the signed-in person. Throws 401 if the session has ended. */
export async function holdSignedIn(tx: Tx, { org, actor, tokenHash }: SignedInSession): Promise<string | null> {
  const held = await holdPerson(tx, { orgId: org.id, userId: actor.id })
  const { rows } = await tx.sql`select 1 from sessions where org_id = ${org.id} and token_hash = ${tokenHash}`
  if (!held || rows.length === 0) throw noSession()
  return held.password_hash
}

const wrong = 'Current password is not correct.'
const invalidCurrentPassword = () => new Refusal('wrong_password', wrong, 401, { current: wrong })

/**
 * Must be the first statement of a change that needed the current password. Throws 401 if the password changed or the
 * session ended.
 */
export type HoldCurrent = (tx: Tx) => Promise<void>

/**
 * Throws 401 with the field's message for a wrong password. The attempt always counts. The change must start with the
 * returned function.
 */
export async function checkCurrent(
  { database, session, now }: { database: Database; session: SignedInSession; now: string },
  current: string,
): Promise<HoldCurrent> {
  const tried = limitAttemptInside(session.actor.id)
  await countTries(database, tried, now)
  const { rows } = await withOrg(
    database,
    session.org.id,
    (tx) =>
      tx.sql<{ password_hash: string | null }>`
    select password_hash from users where org_id = ${session.org.id} and id = ${session.actor.id}`,
  )
  const checked = rows[0]?.password_hash
  if (!(await isPassword(current, checked))) throw invalidCurrentPassword()
  await clearAttempts(database, tried, now)
  return async (tx) => {
    if ((await holdSignedIn(tx, session)) !== checked) throw invalidCurrentPassword()
  }
}
