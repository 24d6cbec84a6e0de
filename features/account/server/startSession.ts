// Last step of every sign-in method: opens the session, remembers the device, and writes the audit log.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorMessages, Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import { describeClient } from '#core/server/clientDescription.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { findSession, openSession, type Via } from '#core/server/sessions.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { readToken } from '#core/server/tokens.ts'
import type { Session } from '../contract.ts'
import { holdPerson } from './credentials.ts'
import { rememberDevice, setDeviceCookie } from './knownDevices.ts'
import { meOf } from './me.ts'
import { loginPolicyOf, signOnOnly } from './policies.ts'

/** Context of a public call. */
export type PublicCall = { database: Database; now: string; request: FastifyRequest; reply: FastifyReply }
export type Who = { orgId: string; userId: string }
export type SignInMethod = 'password' | 'text' | 'authenticator' | 'recovery_code' | 'passkey' | 'sign_on'

/** Same error for every failed login. */
export const invalidLogin = () => new Refusal('wrong_login', errorMessages.wrongLogin, 403)

/**
 * Opens the person's session. `prove` runs first in the same transaction with the person's row locked, to recheck,
 * consume single-use values, or throw.
 */
export async function enter(
  { database, now, request, reply }: PublicCall,
  { orgId, userId, via }: Who & { via?: Via },
  by: SignInMethod,
  subscriptionsOf: SubscriptionsOf,
  prove?: (tx: Tx, held: { password_hash: string | null }) => Promise<void>,
): Promise<Session> {
  const { session, device } = await withOrg(database, orgId, async (tx) => {
    const held = await holdPerson(tx, { orgId, userId })
    if (!held) throw invalidLogin()
    await prove?.(tx, held)
    const place = describeClient(request)
    const { isSignOnOnly, isFactorAsked } = await loginPolicyOf(tx, { orgId, userId }, now)
    if (isSignOnOnly && by !== 'sign_on') throw signOnOnly()
    // A second factor would have been asked for, so a password alone means there is none.
    const isEnrolling = isFactorAsked && by === 'password'
    const token = await openSession(tx, orgId, userId, place, { via, isEnrolling })
    // A person who was just deactivated has no session to find.
    const signedIn = await findSession(tx, readToken(token)!.hash, now).catch((error) => {
      throw error instanceof Refusal ? invalidLogin() : error
    })
    const device = await rememberDevice(tx, { orgId, userId }, request, now)
    await audit(tx, signedIn, {
      action: 'session.opened',
      details: { by, device: place.device },
      address: place.address,
    })
    return { session: { token, ...meOf(signedIn, await subscriptionsOf(tx, signedIn, request)) }, device }
  })
  if (device) setDeviceCookie({ request, reply }, device)
  return session
}

/** Records a failed sign-in. It isn't awaited, so that the response time doesn't reveal a known account. */
export function recordRejectedLogin(
  { database, request }: PublicCall,
  who: Who & { name: string },
  by: SignInMethod,
): void {
  const { address, device } = describeClient(request)
  const entry = {
    action: 'session.refused',
    subject: { id: who.userId, name: who.name },
    details: { by, device },
    address,
  }
  withOrg(database, who.orgId, (tx) => audit(tx, { org: { id: who.orgId } }, entry)).catch((error) =>
    request.log.error(error),
  )
}
