// A person's authenticator app, passkeys, and recovery codes. These calls manage their own transactions, because a
// wrong password must count. Their responses hold values shown once, so they are never stored for idempotency.
import { sql } from 'kysely'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { alsoEnrolling, defineHandler, type Handler, notWhileSwitched, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { routes, type SecurityChanged, type SecurityOverview, signInMessages } from '../signInContract.ts'
import { confirmAuthenticator, planAuthenticator, removeAuthenticator } from './authenticators.ts'
import { checkCurrent, holdSignedIn, ownerOf } from './credentials.ts'
import { notifyAccountChange } from './notices.ts'
import { addPasskey, planPasskey } from './passkeys.ts'
import { renewRecoveryCodes } from './recoveryCodes.ts'
import { endEnrolling, type FactorOwner, factorsOf, refuseNone } from './secondFactor.ts'
import { providerOf } from './signOn/instead.ts'
import type { Site } from './site.ts'

export const readPerson = ({ org, actor }: SignedInSession): FactorOwner => ({ orgId: org.id, userId: actor.id })
const enrolling = alsoEnrolling(notWhileSwitched(signedIn))
/** Responses hold secrets, which must not be stored for idempotency. */
export const isLong = {
  isLong: true,
  whenRepeated: 'A repeat asks for the password or the code again and returns 404.',
}

export const securityRoutes = (site: Site): Handler[] => [
  defineHandler(routes.security, enrolling, ({ tx, session }) => securityOf(tx, session)),
  defineHandler(
    routes.planAuthenticator,
    enrolling,
    async ({ session, body, ...call }) => {
      const holdCurrent = await checkCurrent({ ...call, session }, body.current)
      const app = { email: session.user.email, issuer: site.instances.own.name, now: call.now, box: site.box }
      return withOrg(call.database, session.org.id, async (tx) => {
        await holdCurrent(tx)
        return planAuthenticator(tx, readPerson(session), app)
      })
    },
    isLong,
  ),
  defineHandler(
    routes.confirmAuthenticator,
    enrolling,
    ({ session, body, database, request, now }) => {
      return withOrg(database, session.org.id, async (tx) => {
        await holdSignedIn(tx, session)
        if (!(await confirmAuthenticator(tx, readPerson(session), body.code, { now, box: site.box })))
          throw invalid({ code: signInMessages.wrongCode }, signInMessages.wrongCode)
        await notifyAccountChange(tx, session, ownerOf(session), 'authenticator.added', { request, now })
        return withFirstCodes(tx, session, now)
      })
    },
    isLong,
  ),
  defineHandler(
    routes.removeAuthenticator,
    notWhileSwitched(signedIn),
    async ({ session, body, ...call }) => {
      const holdCurrent = await checkCurrent({ ...call, session }, body.current)
      return withOrg(call.database, session.org.id, async (tx) => {
        await holdCurrent(tx)
        if (!(await removeAuthenticator(tx, readPerson(session)))) throw notFound()
        await refuseNone(tx, readPerson(session))
        await notifyAccountChange(tx, session, ownerOf(session), 'authenticator.removed', call)
        return securityOf(tx, session)
      })
    },
    isLong,
  ),
  defineHandler(
    routes.planPasskey,
    enrolling,
    async ({ session, body, ...call }) => {
      const holdCurrent = await checkCurrent({ ...call, session }, body.current)
      const person = { ...readPerson(session), ...ownerOf(session) }
      return withOrg(call.database, session.org.id, async (tx) => {
        await holdCurrent(tx)
        return { options: await planPasskey(tx, person, site, call) }
      })
    },
    isLong,
  ),
  defineHandler(
    routes.addPasskey,
    enrolling,
    async ({ session, body, database, request, now }) => {
      return withOrg(database, session.org.id, async (tx) => {
        await holdSignedIn(tx, session)
        if (!(await addPasskey(tx, readPerson(session), site, { ...body, request, now })))
          throw new Refusal('wrong_passkey', signInMessages.passkeyFailed, 400)
        await notifyAccountChange(tx, session, ownerOf(session), 'passkey.added', {
          request,
          now,
          details: { name: body.name },
        })
        return withFirstCodes(tx, session, now)
      })
    },
    isLong,
  ),
  defineHandler(
    routes.removePasskey,
    notWhileSwitched(signedIn),
    async ({ session, params, body, ...call }) => {
      const { database, request, now } = call
      const [orgId, userId] = [session.org.id, session.actor.id]
      const mine = sql`from passkeys where org_id = ${orgId} and user_id = ${userId} and id = ${params.id}`
      const { rows } = await withOrg(database, orgId, (tx) => tx.sql`select 1 ${mine}`)
      if (rows.length === 0) throw notFound()
      const holdCurrent = await checkCurrent({ ...call, session }, body.current)
      return withOrg(database, orgId, async (tx) => {
        await holdCurrent(tx)
        const gone = await tx.sql<{ name: string }>`delete ${mine} returning name`
        if (!gone.rows[0]) throw notFound()
        await refuseNone(tx, readPerson(session))
        await notifyAccountChange(tx, session, ownerOf(session), 'passkey.removed', {
          request,
          now,
          details: gone.rows[0],
        })
        return securityOf(tx, session)
      })
    },
    isLong,
  ),
  defineHandler(
    routes.renewRecoveryCodes,
    notWhileSwitched(signedIn),
    async ({ session, body, ...call }) => {
      const holdCurrent = await checkCurrent({ ...call, session }, body.current)
      return withOrg(call.database, session.org.id, async (tx) => {
        await holdCurrent(tx)
        const new_recovery_codes = await renewRecoveryCodes(tx, readPerson(session), call.now)
        await notifyAccountChange(tx, session, ownerOf(session), 'recovery_codes.renewed', call)
        return { ...(await securityOf(tx, session)), new_recovery_codes }
      })
    },
    isLong,
  ),
]

/** A person who sets up a factor that can be lost gets recovery codes with it. */
async function withFirstCodes(tx: Tx, session: SignedInSession, now: string): Promise<SecurityChanged> {
  await endEnrolling(tx, session)
  const security = await securityOf(tx, session)
  if (security.recovery_codes > 0) return security
  const new_recovery_codes = await renewRecoveryCodes(tx, readPerson(session), now)
  return { ...security, recovery_codes: new_recovery_codes.length, new_recovery_codes }
}

export async function securityOf(tx: Tx, { org, actor, user }: SignedInSession): Promise<SecurityOverview> {
  const factors = await factorsOf(tx, { orgId: org.id, userId: actor.id })
  const { rows } = await tx.sql<SecurityOverview['passkeys'][number]>`
    select id, name, created_at as created, used_at as used from passkeys
    where org_id = ${org.id} and user_id = ${actor.id} order by created_at, id`
  return {
    has_password: factors.hasPassword,
    signs_on: factors.hasPassword ? null : await providerOf(tx, org.id, user.email),
    text: factors.hasText,
    phone: factors.isTurnedOn ? factors.phone : null,
    authenticator: factors.authenticatorSince,
    passkeys: rows,
    recovery_codes: factors.recoveryCodes,
  }
}
