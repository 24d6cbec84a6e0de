import { Refusal } from '#core/contract/errors.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { anyone, defineHandler, type Handler } from '#core/server/routes.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { reasons, routes, signInMessages } from '../signInContract.ts'
import { consumeAuthenticatorCode } from './authenticators.ts'
import {
  challengeOf,
  countAttempt,
  endChallenge,
  endCookie,
  isSentCode,
  isStillSent,
  refuseUsedUp,
  sendCode,
  type Waiting,
} from './challenges.ts'
import { waitOf } from './codes.ts'
import { deviceHashes } from './knownDevices.ts'
import { notifyAccountChange } from './notices.ts'
import { checkPasskey, offerPasskeys } from './passkeys.ts'
import { clearAttempts, countTries, type LoginAttempt, limitAttempt, limitAttemptFrom } from './rateLimits.ts'
import { consumeRecoveryCode } from './recoveryCodes.ts'
import { factorsOf } from './secondFactor.ts'
import type { Site } from './site.ts'
import { enter, type PublicCall, recordRejectedLogin, type SignInMethod } from './startSession.ts'

type Given = { email: string; challenge?: string | undefined }
type Proof = { by: SignInMethod; take: (tx: Tx) => Promise<boolean> }

const invalidCode = (message: string = signInMessages.wrongCode, code = 'wrong_code') => new Refusal(code, message, 403)

/**
 * Counts an attempt at a code and throws beyond the limit. Each kind has its own limit, so guesses at texts can't lock
 * the recovery codes. For passkeys, the limit only bounds the work.
 */
async function countGuess(door: PublicCall, waiting: Waiting, by: SignInMethod): Promise<LoginAttempt[]> {
  const address = door.request.ip
  const kind = by === 'recovery_code' ? 'recovery' : 'code'
  if (by === 'passkey') {
    await countTries(door.database, limitAttemptFrom(address), door.now)
    return limitAttemptFrom(address)
  }
  refuseUsedUp(waiting, kind)
  const tried = limitAttempt(kind, waiting.email, address, waiting.device_hash)
  await countTries(door.database, tried, door.now)
  await countAttempt(door, waiting, kind)
  return tried
}

export const challengeRoutes = (site: Site, subscriptionsOf: SubscriptionsOf): Handler[] => {
  /** Counts the attempt and opens the session. Single use is enforced in the same transaction. */
  const complete = async (
    door: PublicCall,
    given: Given,
    by: SignInMethod,
    proofsOf: (waiting: Waiting) => Promise<Proof[]> | Proof[],
  ) => {
    const waiting = await challengeOf(door, given, deviceHashes(door.request))
    const tried = await countGuess(door, waiting, by)
    const proofs = await proofsOf(waiting)
    for (const { by: way, take } of proofs) {
      const session = await enter(door, waiting, way, subscriptionsOf, async (tx) => {
        if (!(await take(tx))) throw invalidCode()
        await endChallenge(tx, waiting)
      }).catch((error) => {
        if (error instanceof Refusal && error.code === 'wrong_code') return null
        throw error
      })
      if (!session) continue
      await clearAttempts(door.database, tried, door.now)
      endCookie(door)
      return session
    }
    recordRejectedLogin(door, waiting, waiting.code_hash && by === 'authenticator' ? 'text' : by)
    return null
  }

  return [
    defineHandler(routes.challenge, anyone, async ({ body, ...door }) => {
      let isOld = false
      const session = await complete(door, body, 'authenticator', (waiting) => {
        const sent = isSentCode(waiting, body.code, door.now)
        isOld = sent === 'old'
        return [
          ...(sent === 'yes' ? [{ by: 'text' as const, take: (tx: Tx) => isStillSent(tx, waiting) }] : []),
          {
            by: 'authenticator' as const,
            take: (tx: Tx) => consumeAuthenticatorCode(tx, waiting, body.code, { now: door.now, box: site.box }),
          },
        ]
      })
      if (session) return session
      throw isOld ? invalidCode(signInMessages.oldCode, 'old_code') : invalidCode()
    }),
    defineHandler(routes.recoveryCode, anyone, async ({ body, ...door }) => {
      const { request, now } = door
      const session = await complete(door, body, 'recovery_code', (waiting) => [
        {
          by: 'recovery_code',
          take: async (tx) => {
            if (!(await consumeRecoveryCode(tx, waiting, body.recovery_code, now))) return false
            const actor = { id: waiting.userId, name: waiting.name }
            await notifyAccountChange(
              tx,
              { org: { id: waiting.orgId }, actor },
              { ...actor, email: waiting.email },
              'recovery_code.used',
              { request, now },
            )
            return true
          },
        },
      ])
      if (session) return session
      throw invalidCode(signInMessages.wrongRecovery)
    }),
    defineHandler(routes.resendCode, anyone, async ({ body, ...door }) => {
      const { database, now } = door
      const waiting = await challengeOf(door, body)
      const wait = waitOf(waiting.code_sent_at, now)
      if (wait !== null) throw new Refusal('too_soon', signInMessages.resendFailed, 429, undefined, wait)
      await withOrg(database, waiting.orgId, async (tx) => {
        const { hasText, phone } = await factorsOf(tx, waiting)
        if (!hasText) throw invalidCode(signInMessages.resendFailed, 'no_text')
        await sendCode(tx, { ...waiting, phone }, now)
      })
      return { message: waiting.code_sent_at ? reasons.again : reasons.sent }
    }),
    defineHandler(routes.challengePasskeyOptions, anyone, async ({ body, ...door }) => {
      const waiting = await challengeOf(door, body)
      return { options: await offerPasskeys(door, waiting, site) }
    }),
    defineHandler(routes.challengePasskey, anyone, async ({ body, ...door }) => {
      const session = await complete(door, body, 'passkey', async (waiting) => {
        const take = waiting.passkey_challenge
          ? await checkPasskey(door, waiting, site, {
              response: body.response,
              challenge: waiting.passkey_challenge,
              isAlone: false,
            })
          : null
        return take ? [{ by: 'passkey', take }] : []
      })
      if (session) return session
      throw invalidCode(signInMessages.passkeyFailed, 'wrong_passkey')
    }),
  ]
}
