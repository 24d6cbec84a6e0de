// Phone of the second factor. The password starts a change, and a code sent to the number completes it.
import { sql } from 'kysely'
import { forbidden, invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { queueText } from '#core/server/outgoing/outgoing.ts'
import { sendableNumber, unsendableNumber } from '#core/server/outgoing/phoneNumber.ts'
import { alsoEnrolling, defineHandler, type Handler, notWhileSwitched, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import { phoneMessages, routes } from '../phoneContract.ts'
import { reasons, signInMessages } from '../signInContract.ts'
import { codeHash, codeLimits, isInTime, sendNewCode, waitOf } from './codes.ts'
import { checkCurrent, holdSignedIn, ownerOf } from './credentials.ts'
import { notifyAccountChange } from './notices.ts'
import { endEnrolling, type FactorOwner, factorsOf, refuseNone } from './secondFactor.ts'
import { isLong, readPerson, securityOf } from './security.ts'

/** A phone is one of the second factors that a firm can require. */
const enrolling = alsoEnrolling(notWhileSwitched(signedIn))

export const phoneRoutes: Handler[] = [
  defineHandler(
    routes.planPhone,
    enrolling,
    async ({ session, body, ...call }) => {
      const { database, now } = call
      const { isTurnedOn } = await withOrg(database, session.org.id, (tx) => factorsOf(tx, readPerson(session)))
      if (!isTurnedOn) throw forbidden(phoneMessages.notKept)
      const holdCurrent = await checkCurrent({ ...call, session }, body.current)
      const phone = await sendableNumber(body.phone)
      if (phone === null) throw invalid({ phone: unsendableNumber })
      if (phone === session.user.phone) throw invalid({ phone: phoneMessages.same })
      return withOrg(database, session.org.id, async (tx) => {
        await holdCurrent(tx)
        const person = readPerson(session)
        const { token, hash: tokenHash } = newToken(person.orgId)
        const code = await sendNewCode(tx, person, phone, now)
        await tx.sql`
          insert into phone_plans (org_id, user_id, token_hash, phone, code_hash, sent_at)
          values (${person.orgId}, ${person.userId}, ${tokenHash}, ${phone}, ${codeHash(token, code)}, ${now})
          on conflict (org_id, user_id) do update set token_hash = excluded.token_hash, phone = excluded.phone, code_hash = excluded.code_hash,
            sent_at = excluded.sent_at, tries = 0`
        return { plan: token, phone }
      })
    },
    isLong,
  ),
  defineHandler(
    routes.resendPhone,
    enrolling,
    ({ session, body, database, now }) =>
      withOrg(database, session.org.id, async (tx) => {
        await holdSignedIn(tx, session)
        const person = readPerson(session)
        const plan = await planOf(tx, person, body.plan)
        const wait = waitOf(plan.sent_at, now)
        if (wait !== null) throw new Refusal('too_soon', signInMessages.resendFailed, 429, undefined, wait)
        const code = await sendNewCode(tx, person, plan.phone, now)
        await tx.sql`
          update phone_plans set code_hash = ${codeHash(body.plan, code)}, sent_at = ${now}, tries = 0
          where org_id = ${person.orgId} and user_id = ${person.userId}`
        return { message: reasons.again }
      }),
    isLong,
  ),
  defineHandler(
    routes.confirmPhone,
    enrolling,
    async ({ session, body, database, request, now }) => {
      const person = readPerson(session)
      // A separate transaction, so that the attempt always counts.
      const isTried = await withOrg(database, person.orgId, (tx) => countAttempt(tx, person, body.plan))
      return withOrg(database, person.orgId, async (tx) => {
        await holdSignedIn(tx, session)
        const plan = await planOf(tx, person, body.plan)
        if (!isTried) throw invalidCode(signInMessages.usedUp)
        if (!codeHash(body.plan, body.code).equals(plan.code_hash)) throw invalidCode(signInMessages.wrongCode)
        if (!isInTime(plan.sent_at, now)) throw invalidCode(signInMessages.oldCode)
        await storePhone(tx, session, plan.phone)
        await endEnrolling(tx, session)
        await notifyAccountChange(tx, session, ownerOf(session), 'phone.changed', { request, now })
        return securityOf(tx, session)
      })
    },
    isLong,
  ),
  defineHandler(
    routes.removePhone,
    notWhileSwitched(signedIn),
    async ({ session, body, ...call }) => {
      if (session.user.phone === '') throw notFound()
      const holdCurrent = await checkCurrent({ ...call, session }, body.current)
      return withOrg(call.database, session.org.id, async (tx) => {
        await holdCurrent(tx)
        await storePhone(tx, session, '')
        await refuseNone(tx, readPerson(session))
        await notifyAccountChange(tx, session, ownerOf(session), 'phone.removed', call)
        return securityOf(tx, session)
      })
    },
    isLong,
  ),
]

const invalidCode = (sentence: string) => invalid({ code: sentence }, sentence)

type Plan = { phone: string; code_hash: Buffer; sent_at: string }

async function planOf(tx: Tx, { orgId, userId }: FactorOwner, token: string): Promise<Plan> {
  const { rows } = await tx.sql<Plan>`
    select phone, code_hash, sent_at from phone_plans
    where org_id = ${orgId} and user_id = ${userId} and token_hash = ${readToken(token)?.hash ?? null} for update`
  if (!rows[0]) throw new Refusal('no_plan', phoneMessages.noPlan, 403)
  return rows[0]
}

async function countAttempt(tx: Tx, { orgId, userId }: FactorOwner, token: string): Promise<boolean> {
  const { rows } = await tx.sql`
    update phone_plans set tries = tries + 1
    where org_id = ${orgId} and user_id = ${userId} and token_hash = ${readToken(token)?.hash ?? null} and tries < ${codeLimits.tries} returning 1`
  return rows.length > 0
}

async function storePhone(tx: Tx, { org, actor, user }: SignedInSession, phone: string): Promise<void> {
  await tx.sql`update users set phone = ${phone} where org_id = ${org.id} and id = ${actor.id}`
  await phoneMoved(tx, { orgId: org.id, userId: actor.id }, user.phone)
}

const movedText =
  'We no longer send Pursuit codes to this number. If this wasn’t you, contact your firm’s administrator.'

/** Invalidates codes sent to an old or planned number after a change, and notifies the old number. */
export async function phoneMoved(tx: Tx, { orgId, userId }: FactorOwner, from: string): Promise<void> {
  if (from !== '') await queueText(tx, orgId, from, movedText)
  for (const table of ['phone_plans', 'login_challenges'])
    await tx.sql`delete from ${sql.table(table)} where org_id = ${orgId} and user_id = ${userId}`
}
