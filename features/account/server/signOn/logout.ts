// Handles a logout at a provider: OpenID Connect Back-Channel Logout 1.0. Ends the sessions that came from it.
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { outboundFetch } from '#core/server/outboundAddress.ts'
import { Text } from '#core/server/routes.ts'
import { SignOnFailure } from './failure.ts'
import { configurationOf } from './openId.ts'
import { findProvider, type ProviderRow } from './providers.ts'
import { countStart } from './starts.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Maximum age of a logout token in minutes. It is stored for as long, so that it works once. */
const TOKEN_MINUTES = 10
const CLOCK_SKEW = 60
/** Signatures that only the provider can create. Algorithms with a shared secret are excluded. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

type LogoutCall = { providerId: string; token: string; address: string }

/** Responds with 200 once no sessions are left, and with 400 for an invalid token, in the protocol's format. */
export async function answerLogout(database: Database, means: Dependencies, told: LogoutCall): Promise<Text> {
  await countStart(database, told.address)
  const provider = await providerOf(database, told.providerId)
  // Keys of a disabled provider aren't fetched, because anyone can make this call.
  const payload = provider?.is_on && (await payloadOf(provider, told.token, means).catch(notRefused))
  if (!payload) return rejectLogout()
  const isTaken = await withOrg(database, provider.org_id, async (tx) => {
    if (!(await consumeLogoutToken(tx, provider, payload.jti!))) return false
    const ended = await endSessions(tx, provider, payload)
    if (ended > 0)
      await audit(
        tx,
        { org: { id: provider.org_id } },
        {
          action: 'session.ended_by_provider',
          subject: { id: provider.id, name: provider.name },
          details: { ended },
          address: told.address,
        },
      )
    return true
  })
  return isTaken ? new Text('', noStore) : rejectLogout()
}

const noStore = { 'cache-control': 'no-store' }
const rejectLogout = () =>
  new Text(JSON.stringify({ error: 'invalid_request' }), { ...noStore, 'content-type': 'application/json' }, 400)

function notRefused(error: unknown): null {
  if (error instanceof errors.JOSEError || error instanceof SignOnFailure || error instanceof NotALogout) return null
  throw error
}
class NotALogout extends Error {}

async function providerOf(database: Database, id: string): Promise<ProviderRow | null> {
  const { rows } = await withoutRls(
    database,
    (tx) => tx.sql<{ org_id: string }>`select org_id from sign_on_providers where id = ${id}`,
  )
  const orgId = rows[0]?.org_id
  return orgId ? withOrg(database, orgId, (tx) => findProvider(tx, orgId, id)) : null
}

/**
 * Checks the signature, issuer, audience, times, and the difference from an ID token. Source: section 2.6 of the
 * specification.
 */
async function payloadOf(provider: ProviderRow, token: string, means: Dependencies): Promise<JWTPayload> {
  const server = (await configurationOf(provider, means)).serverMetadata()
  if (!server.jwks_uri) throw new NotALogout()
  const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
    timeoutDuration: means.limits.milliseconds,
    [customFetch]: (url) => outboundFetch(url, { headers: { accept: 'application/json' } }, means.limits),
  })
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms,
    issuer: server.issuer,
    audience: provider.client_id,
    clockTolerance: CLOCK_SKEW,
    maxTokenAge: TOKEN_MINUTES * 60,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { typ } = protectedHeader
  const { events, jti, nonce, sub, sid } = payload as JWTPayload & { events: unknown; sid?: unknown }
  const event = events && typeof events === 'object' ? (events as Record<string, unknown>)[EVENT] : undefined
  const isRight =
    (typ === undefined || /^(application\/)?(logout\+)?jwt$/i.test(typ)) &&
    typeof jti === 'string' &&
    jti !== '' &&
    nonce === undefined &&
    event !== null &&
    typeof event === 'object' &&
    (typeof sub === 'string' || typeof sid === 'string')
  if (!isRight) throw new NotALogout()
  return payload
}

/** Returns false if the token was already used. */
async function consumeLogoutToken(tx: Tx, { org_id, id }: ProviderRow, jti: string): Promise<boolean> {
  const hash = createHash('sha256').update(`${id} ${jti}`).digest()
  await tx.sql`
    delete from sign_on_logouts where org_id = ${org_id} and taken_at < now() - make_interval(mins => ${TOKEN_MINUTES * 3})`
  const { rows } = await tx.sql`
    insert into sign_on_logouts (org_id, jti_hash, provider_id) values (${org_id}, ${hash}, ${id}) on conflict do nothing returning 1`
  return rows.length > 0
}

/** Ends the named provider session, or all of the person's sessions if none is named. Unnamed sessions always count. */
async function endSessions(tx: Tx, { org_id, id }: ProviderRow, { sub, sid }: JWTPayload): Promise<number> {
  const bySubject = sql`provider_subject = ${sub ?? null}`
  const which =
    typeof sid === 'string'
      ? sql`(provider_sid = ${sid} and (${sub ?? null}::text is null or ${bySubject}) or (provider_sid is null and ${bySubject}))`
      : bySubject
  // Also deletes keys of sign-ons in progress.
  await tx.sql`
    delete from sign_on_keys k where k.org_id = ${org_id} and k.provider_id = ${id}
      and (k.subject = ${sub ?? null} or k.sid = ${typeof sid === 'string' ? sid : null})`
  const { rows } = await tx.sql`
    delete from sessions where org_id = ${org_id} and provider_id = ${id} and ${which} returning 1`
  return rows.length
}
