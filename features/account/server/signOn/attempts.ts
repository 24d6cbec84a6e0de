// A sign-on on its way to the provider and back. Its state and the cookie of its browser are kept as hashes, and both are needed once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { Tx } from '#core/server/database/firm.ts'
import type { Via } from '#core/server/sessions.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import { SignOnFailure } from './failure.ts'

export type Attempt = {
  provider_id: string
  browser_hash: Buffer
  nonce: string
  verifier: string
  redirect_uri: string
  /** Of the word that only the app knows which the sign-on is for; null where it is for the browser itself. */
  app_hash: Buffer | null
  /** An admin tries the provider: nobody is signed in by it. */
  is_try: boolean
}

const ATTEMPT_MINUTES = 10
const KEY_SECONDS = 60
/** A person has to go back to the app first. */
const APP_KEY_SECONDS = 300
/** Each attempt has a cookie of its own: two tabs do not disturb each other. */
const COOKIE = 'pursuit_sign_on_'
const COOKIE_PATH = '/api/user/login/sso'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Notes an attempt and binds it to the browser that asks. Answers what goes to the provider. */
export async function openAttempt(
  tx: Tx,
  given: { orgId: string; providerId: string; redirectUri: string; isTry?: boolean; appHash?: Buffer | null },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ state: string; nonce: string; verifier: string; redirect_uri: string }> {
  const { token: state, hash } = newToken(given.orgId)
  const browser = randomBytes(32).toString('base64url')
  const attempt = { nonce: randomNonce(), verifier: randomPKCECodeVerifier(), redirect_uri: given.redirectUri }
  await sql`delete from sign_on_attempts where org_id = ${given.orgId} and expires_at < now()`.execute(tx)
  await sql`
    insert into sign_on_attempts (org_id, state_hash, provider_id, browser_hash, nonce, verifier, redirect_uri, app_hash, is_try, expires_at)
    values (${given.orgId}, ${hash}, ${given.providerId}, ${hashOf(browser)}, ${attempt.nonce}, ${attempt.verifier}, ${attempt.redirect_uri}, ${given.appHash ?? null}, ${given.isTry ?? false},
      now() + make_interval(mins => ${ATTEMPT_MINUTES}))`.execute(tx)
  setCookie(request, reply, COOKIE + state.slice(-12), browser, ATTEMPT_MINUTES * 60)
  return { state, ...attempt }
}

/** The attempt behind a state, which is used up by this. Throws SignOnFailure for one that is unknown, old, or another browser's. */
export async function startSsoAttempt(tx: Tx, state: string, request: FastifyRequest): Promise<Attempt> {
  const { orgId, hash } = readToken(state)!
  const { rows } = await sql<Attempt & { is_old: boolean }>`
    delete from sign_on_attempts where org_id = ${orgId} and state_hash = ${hash}
    returning provider_id, browser_hash, nonce, verifier, redirect_uri, app_hash, is_try, expires_at < (select now()) as is_old`.execute(
    tx,
  )
  const attempt = rows[0]
  if (!attempt) throw new SignOnFailure('expired', 'state_unknown')
  if (attempt.is_old) throw new SignOnFailure('expired', 'attempt_old')
  if (!isSameBrowser(request, attempt.browser_hash)) throw new SignOnFailure('expired', 'other_browser')
  return attempt
}

/** A key to swap for a session: for the browser, or for the app that knows the word of `appHash`. */
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
  await sql`delete from sign_on_keys where org_id = ${given.orgId} and expires_at < now()`.execute(tx)
  await sql`
    insert into sign_on_keys (org_id, key_hash, user_id, provider_id, browser_hash, sid, subject, expires_at)
    values (${given.orgId}, ${hash}, ${given.userId}, ${given.providerId}, ${given.appHash ?? given.browserHash}, ${given.sid}, ${given.subject}, now() + make_interval(secs => ${given.appHash ? APP_KEY_SECONDS : KEY_SECONDS}))`.execute(
    tx,
  )
  return key
}

/** Whose key it is, and by which sign-on; it is used up by this. `word`: what an app brings in the place of a browser's cookie. null for one that is unknown, old, another browser's or app's, or of a provider that was turned off. */
export async function consumeSsoKey(
  tx: Tx,
  key: string,
  request: FastifyRequest,
  word?: string,
): Promise<{ userId: string; via: Via } | null> {
  const { orgId, hash } = readToken(key)!
  const { rows } = await sql<{
    user_id: string
    provider_id: string
    sid: string | null
    subject: string
    browser_hash: Buffer
    is_good: boolean
  }>`
    delete from sign_on_keys k using sign_on_providers p
    where k.org_id = ${orgId} and k.key_hash = ${hash} and p.org_id = k.org_id and p.id = k.provider_id
    returning k.user_id, k.provider_id, k.sid, k.subject, k.browser_hash, k.expires_at > (select now()) and p.is_on as is_good`.execute(
    tx,
  )
  const found = rows[0]
  if (!found?.is_good) return null
  const isTheirs = word === undefined ? isSameBrowser(request, found.browser_hash) : isWord(word, found.browser_hash)
  if (!isTheirs) return null
  const { user_id: userId, provider_id: providerId, sid, subject } = found
  return { userId, via: { providerId, sid, subject } }
}

/** Of a hash that came from an app. Source: RFC 7636, section 4.2. */
export const appHashOf = (challenge: string): Buffer => Buffer.from(challenge, 'base64url')

const isWord = (word: string, hash: Buffer) => timingSafeEqual(hashOf(word), hash)

// — the browser ————————————————————————————————————————————————————————————————————————————————

function setCookie(request: FastifyRequest, reply: FastifyReply, name: string, value: string, seconds: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  // Lax: it has to come along when the provider sends the browser back.
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
