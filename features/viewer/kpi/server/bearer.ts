// Token of a frame: a signed person, session, and expiry. All of them are checked at each request.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isFeatureOn } from '#core/contract/area.ts'
import { forbidden, Refusal } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { managesAnybody } from '#core/server/reports/scope.ts'
import type { SecretBox } from '#core/server/secretBox.ts'
import { findSession, type SignedInSession } from '#core/server/sessions.ts'
import { dashboardsFlag, viewerFlag } from '../../flagsContract.ts'
import { TOKEN_SECONDS } from '../contract.ts'

const TokenClaims = z.strictObject({ org: id, session: id, person: id, until: z.number() })
type TokenClaims = z.infer<typeof TokenClaims>

const signed = (box: SecretBox, text: string) =>
  createHmac('sha256', box.keyFor('tokens of the dashboard')).update(text).digest()

const ended = () => new Refusal('token_ended', 'Unknown or expired token.', 401)

export function tokenFor(box: SecretBox, { org, sessionId, actor }: SignedInSession, now: string): string {
  const said: TokenClaims = {
    org: org.id,
    session: sessionId,
    person: actor.id,
    until: Date.parse(now) + TOKEN_SECONDS * 1000,
  }
  const text = Buffer.from(JSON.stringify(said)).toString('base64url')
  return `${text}.${signed(box, text).toString('base64url')}`
}

/** Throws 401 for a token that wasn't signed here or has expired. */
export function readBearer(box: SecretBox, header: string | undefined, now: string): TokenClaims {
  const [, text, signature] = /^Bearer ([\w-]{1,600})\.([\w-]{43})$/i.exec(header ?? '') ?? []
  if (!text || !signature) throw ended()
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signed(box, text))) throw ended()
  const said = TokenClaims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (said.until <= Date.parse(now)) throw ended()
  return said
}

/**
 * Returns the token's session in the firm set on `tx`. Throws 401 if the session has ended, and 403 if the person can
 * no longer see the dashboard.
 */
export async function sessionOf(tx: Tx, { session, person }: TokenClaims, now: string): Promise<SignedInSession> {
  const { rows } = await tx.sql<{ token_hash: Buffer }>`
    select token_hash from sessions where org_id = ${currentOrgId} and id = ${session} and user_id = ${person}`
  if (!rows[0]) throw ended()
  const found = await findSession(tx, rows[0].token_hash, now)
  if (found.isEnrolling) throw ended()
  await checkManager(tx, found)
  return found
}

/** Throws 403 for people who manage no one, and for firms without the dashboard. */
export async function checkManager(tx: Tx, session: SignedInSession): Promise<void> {
  const { subscriptions } = session.org
  const isOffered = [viewerFlag, dashboardsFlag].every((flag) => isFeatureOn(subscriptions, flag))
  if (!isOffered || !(await managesAnybody(tx, session)))
    throw forbidden('You don’t manage anyone whose figures we could show.')
}
