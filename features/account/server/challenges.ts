// A login with a correct password that waits for a second factor. A random value in the response and in a cookie binds
// it to the browser, so someone with only the email can neither use a code nor use up its attempts.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import type { Challenge } from '../contract.ts'
import { reasons, signInMessages } from '../signInContract.ts'
import { codeHash, codeLimits, isInTime, sendNewCode } from './codes.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { holdPerson } from './credentials.ts'
import { loginPolicyOf, signOnOnly } from './policies.ts'
import { type FactorMethod, type FactorOwner, factorsOf, methodsOf } from './secondFactor.ts'
import { invalidLogin, type PublicCall } from './startSession.ts'

const COOKIE = 'login_challenge'
/** Minutes that a login stays pending. */
const CHALLENGE_MINUTES = 30

export type Login = {
  orgId: string
  userId: string
  email: string
  name: string
  password_hash: string | null
  /** Not null on one of the person's known devices. */
  device_hash: Buffer | null
}

/** Creates a pending login if the person needs more than a password. Returns null otherwise. */
export async function openChallenge(door: PublicCall, who: Login): Promise<Challenge | null> {
  const { database, now } = door
  const opened = await withOrg(database, who.orgId, async (tx) => {
    // The password may have changed in the meantime.
    if ((await holdPerson(tx, who))?.password_hash !== who.password_hash) throw invalidLogin()
    if ((await loginPolicyOf(tx, who, now)).isSignOnOnly) throw signOnOnly()
    const factors = await factorsOf(tx, who)
    if (!factors.isAsked) return null
    const methods = methodsOf(factors)
    const { token, hash: challengeHash } = newToken(who.orgId)
    await tx.sql`
      insert into login_challenges (org_id, challenge_hash, user_id, created_at)
      values (${who.orgId}, ${challengeHash}, ${who.userId}, ${now})`
    // A stronger factor is offered first.
    const isSent =
      methods[0] !== 'text' ||
      (await sendCode(tx, { ...who, token, challengeHash, phone: factors.phone }, now).then(
        () => true,
        (error) => {
          // The owner can still use recovery codes.
          if (error instanceof Refusal && methods.length > 1) return false
          throw error
        },
      ))
    return { challenge: token, email: who.email, message: reasonOf(methods[0], isSent), methods }
  })
  if (opened)
    setCookie(door, {
      name: COOKIE,
      value: opened.challenge,
      path: '/api/user/challenge',
      seconds: CHALLENGE_MINUTES * 60,
    })
  return opened
}

function reasonOf(method: FactorMethod | undefined, isSent: boolean): string {
  if (method === 'authenticator') return reasons.app
  if (method === 'passkey') return reasons.passkey
  return isSent ? reasons.sent : reasons.recovery
}

export const endCookie = (door: PublicCall) =>
  setCookie(door, { name: COOKIE, value: '', path: '/api/user/challenge', seconds: 0 })

type Sending = FactorOwner & { token: string; challengeHash: Buffer; phone: string }

/** Sends a new code by text and invalidates the previous one. Throws 429 after five within the hour. */
export async function sendCode(
  tx: Tx,
  { orgId, userId, token, challengeHash, phone }: Sending,
  now: string,
): Promise<void> {
  const code = await sendNewCode(tx, { orgId, userId }, phone, now)
  await tx.sql`
    update login_challenges set code_hash = ${codeHash(token, code)}, code_sent_at = ${now}, tries = 0
    where org_id = ${orgId} and challenge_hash = ${challengeHash}`
}

export type Waiting = FactorOwner & {
  token: string
  challengeHash: Buffer
  email: string
  name: string
  tries: number
  recovery_tries: number
  code_hash: Buffer | null
  code_sent_at: string | null
  passkey_challenge: string | null
  /** Not null on one of the person's known devices. */
  device_hash: Buffer | null
}

const noChallenge = () => new Refusal('no_challenge', signInMessages.noChallenge, 403)

/** Finds the pending login of a call. The error doesn't reveal whether it is missing, expired, or another person's. */
export async function challengeOf(
  { database, now, request }: PublicCall,
  { email, challenge }: { email: string; challenge?: string | undefined },
  devices: Buffer[] = [],
): Promise<Waiting> {
  const token = challenge || cookieOf(request, COOKIE)
  const known = readToken(token)
  if (!known) throw noChallenge()
  const { orgId, hash: challengeHash } = known
  const { rows } = await withOrg(
    database,
    orgId,
    (tx) =>
      tx.sql<Omit<Waiting, keyof FactorOwner | 'token' | 'challengeHash'> & { user_id: string }>`
    select c.user_id, c.tries, c.recovery_tries, c.code_hash, c.code_sent_at, c.passkey_challenge, u.email, trim(u.first_name || ' ' || u.last_name) as name,
      (select k.device_hash from known_devices k where k.org_id = u.org_id and k.user_id = u.id and k.device_hash = any(${devices}::bytea[]) limit 1) as device_hash
    from login_challenges c join users u on u.org_id = c.org_id and u.id = c.user_id
    where c.org_id = ${orgId} and c.challenge_hash = ${challengeHash} and u.email = ${email.toLowerCase()} and u.deactivated_at is null
      and c.created_at > ${now}::timestamptz - make_interval(mins => ${CHALLENGE_MINUTES})`,
  )
  const row = rows[0]
  if (!row) throw noChallenge()
  const { user_id, ...waiting } = row
  return { ...waiting, orgId, userId: user_id, token, challengeHash }
}

/** Kinds of guessing limits: codes of texts and apps together, recovery codes separately. */
export type AttemptResult = 'code' | 'recovery'
const usedUp = () => new Refusal('used_up', signInMessages.usedUp, 403)
const triesOf = { code: 'tries', recovery: 'recovery_tries' } as const

/** Throws when all attempts of this kind are used. Counts none. */
export function refuseUsedUp(waiting: Waiting, kind: AttemptResult): void {
  if (waiting[triesOf[kind]] >= codeLimits.tries) throw usedUp()
}

/**
 * Counts an attempt in a separate transaction, so that it counts regardless of the outcome. Throws when all are used.
 */
export async function countAttempt(
  { database }: PublicCall,
  { orgId, challengeHash }: Waiting,
  kind: AttemptResult,
): Promise<void> {
  const tries = sql.ref(triesOf[kind])
  const { rows } = await withOrg(
    database,
    orgId,
    (tx) =>
      tx.sql`
    update login_challenges set ${tries} = ${tries} + 1
    where org_id = ${orgId} and challenge_hash = ${challengeHash} and ${tries} < ${codeLimits.tries} returning 1`,
  )
  if (rows.length === 0) throw usedUp()
}

/** Returns whether `code` was sent for this login and is still valid. */
export function isSentCode(
  { token, code_hash, code_sent_at }: Waiting,
  code: string,
  now: string,
): 'yes' | 'no' | 'old' {
  if (!code_hash || !code_sent_at || !codeHash(token, code).equals(code_hash)) return 'no'
  return isInTime(code_sent_at, now) ? 'yes' : 'old'
}

/**
 * Returns whether a checked code is still valid, because it can have been replaced in between. The caller holds the
 * person's row.
 */
export async function isStillSent(tx: Tx, { orgId, userId, challengeHash, code_hash }: Waiting): Promise<boolean> {
  const { rows } = await tx.sql`
    select 1 from login_challenges where org_id = ${orgId} and challenge_hash = ${challengeHash} and code_hash = ${code_hash}`
  return rows.length > 0 && (await factorsOf(tx, { orgId, userId })).hasText
}

/** Deletes a pending login. The second of two simultaneous calls throws. */
export async function endChallenge(tx: Tx, { orgId, challengeHash }: Waiting): Promise<void> {
  const { rows } = await tx.sql`
    delete from login_challenges where org_id = ${orgId} and challenge_hash = ${challengeHash} returning 1`
  if (rows.length === 0) throw noChallenge()
}
