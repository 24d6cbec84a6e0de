// A sign-in on its way to the provider and back. Its state and browser cookie are stored as hashes, and both are needed
// once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { Tx } from '#core/server/database/tx.ts'
import type { Via } from '#core/server/sessions.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import { SignOnFailure } from './failure.ts'

export type Attempt = {
  provider_id: string
  browser_hash: Buffer
  nonce: string
  verifier: string
  redirect_uri: string
  /** Hash of the requesting app's word. Null for the browser itself. */
  app_hash: Buffer | null
  /** An admin is trying the provider, which signs no one in. */
  is_try: boolean
}

const ATTEMPT_MINUTES = 10
const KEY_SECONDS = 60
/** Gives the person time to return to the app. */
const APP_KEY_SECONDS = 300
/** Each attempt has a separate cookie, so that two tabs don't interfere. */
const COOKIE = 'pursuit_sign_on_'
const COOKIE_PATH = '/api/user/login/sso'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Stores an attempt and binds it to the requesting browser. Returns the parameters for the provider. */
export async function openAttempt(
  tx: Tx,
  given: { orgId: string; providerId: string; redirectUri: string; isTry?: boolean; appHash?: Buffer | null },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ state: string; nonce: string; verifier: string; redirect_uri: string }> {
  const { token: state, hash } = newToken(given.orgId)
  const browser = randomBytes(32).toString('base64url')
  const attempt = { nonce: randomNonce(), verifier: randomPKCECodeVerifier(), redirect_uri: given.redirectUri }
  await tx.sql`delete from sign_on_attempts where org_id = ${given.orgId} and expires_at < now()`
  await tx.sql`
    insert into sign_on_attempts (org_id, state_hash, provider_id, browser_hash, nonce, verifier, redirect_uri, app_hash, is_try, expires_at)
    values (${given.orgId}, ${hash}, ${given.providerId}, ${hashOf(browser)}, ${attempt.nonce}, ${attempt.verifier}, ${attempt.redirect_uri}, ${given.appHash ?? null}, ${given.isTry ?? false},
      now() + make_interval(mins => ${ATTEMPT_MINUTES}))`
  setCookie(request, reply, COOKIE + state.slice(-12), browser, ATTEMPT_MINUTES * 60)
  return { state, ...attempt }
}

/** Consumes the attempt of a state. Throws SignOnFailure if it is unknown, expired, or from another browser. */
export async function startSsoAttempt(tx: Tx, state: string, request: FastifyRequest): Promise<Attempt> {
  const { orgId, hash } = readToken(state)!
  const { rows } = await tx.sql<Attempt & { is_old: boolean }>`
    delete from sign_on_attempts where org_id = ${orgId} and state_hash = ${hash}
    returning provider_id, browser_hash, nonce, verifier, redirect_uri, app_hash, is_try, expires_at < (select now()) as is_old`
  const attempt = rows[0]
  if (!attempt) throw new SignOnFailure('expired', 'state_unknown')
  if (attempt.is_old) throw new SignOnFailure('expired', 'attempt_old')
  if (!isSameBrowser(request, attempt.browser_hash)) throw new SignOnFailure('expired', 'other_browser')
  return attempt
}

/** Creates a key to exchange for a session, by the browser or by the app that has the word of `appHash`. */
export async function openKey(
  tx: Tx,
  given: {
    orgId: string
    userId: string
    providerId: string
    browserHash: Buffer
    appHash: Buffer | null
    sid: string | null
    subject: string
  },
): Promise<string> {
  const { token: key, hash } = newToken(given.orgId)
  await tx.sql`delete from sign_on_keys where org_id = ${given.orgId} and expires_at < now()`
  await tx.sql`
    insert into sign_on_keys (org_id, key_hash, user_id, provider_id, browser_hash, sid, subject, expires_at)
    values (${given.orgId}, ${hash}, ${given.userId}, ${given.providerId}, ${given.appHash ?? given.browserHash}, ${given.sid}, ${given.subject}, now() + make_interval(secs => ${given.appHash ? APP_KEY_SECONDS : KEY_SECONDS}))`
  return key
}

/**
 * Consumes a key and returns its person and sign-in. `word` replaces the browser's cookie for an app. Returns null for
 * a key that is unknown, expired, from elsewhere, or from a disabled provider.
 */
export async function consumeSsoKey(
  tx: Tx,
  key: string,
  request: FastifyRequest,
  word?: string,
): Promise<{ userId: string; via: Via } | null> {
  const { orgId, hash } = readToken(key)!
  const { rows } = await tx.sql<{
    user_id: string
    provider_id: string
    sid: string | null
    subject: string
    browser_hash: Buffer
    is_good: boolean
  }>`
    delete from sign_on_keys k using sign_on_providers p
    where k.org_id = ${orgId} and k.key_hash = ${hash} and p.org_id = k.org_id and p.id = k.provider_id
    returning k.user_id, k.provider_id, k.sid, k.subject, k.browser_hash, k.expires_at > (select now()) and p.is_on as is_good`
  const found = rows[0]
  if (!found?.is_good) return null
  const isTheirs = word === undefined ? isSameBrowser(request, found.browser_hash) : isWord(word, found.browser_hash)
  if (!isTheirs) return null
  const { user_id: userId, provider_id: providerId, sid, subject } = found
  return { userId, via: { providerId, sid, subject } }
}

/** Decodes the hash that an app sent. Source: RFC 7636, section 4.2. */
export const appHashOf = (challenge: string): Buffer => Buffer.from(challenge, 'base64url')

const isWord = (word: string, hash: Buffer) => timingSafeEqual(hashOf(word), hash)

// — the browser ————————————————————————————————————————————————————————————————————————————————

function setCookie(request: FastifyRequest, reply: FastifyReply, name: string, value: string, seconds: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  // Lax, because the provider's redirect must send the cookie.
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${COOKIE_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

const isSameBrowser = (request: FastifyRequest, hash: Buffer) =>
  (request.headers.cookie ?? '').split(';').some((pair) => {
    const [name = '', value = ''] = pair.trim().split('=')
    return name.startsWith(COOKIE) && timingSafeEqual(hashOf(value), hash)
  })
