// Password resets by emailed key, which is also how invited people set their first password.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { invalid, Refusal } from '#core/contract/errors.ts'
import { giveAddress, otherDomain } from '#core/server/addresses.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { ListedInstances } from '#core/server/instances.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import { hashPassword, isPassword } from '#core/server/passwords.ts'
import { anyone, defineHandler, type Handler } from '#core/server/routes.ts'
import { readToken } from '#core/server/tokens.ts'
import { routes, signInMessages } from '../signInContract.ts'
import type { Login } from './challenges.ts'
import { holdPerson } from './credentials.ts'
import { guessablePassword, isGuessable, samePassword } from './guessable.ts'
import { refuseOtherInstance } from './instances.ts'
import { purgeKnownDevices, rememberDevice, setDeviceCookie } from './knownDevices.ts'
import { findLogin } from './login.ts'
import { notifyAccountChange } from './notices.ts'
import { type KeyOwner, markUsed, ownerOfKey, passwordPath, stateOfLink } from './passwordKeys.ts'
import { countTries, networkOf, triesBeyond } from './rateLimits.ts'
import { endPlans } from './secondFactor.ts'
import { refuseInstead, type SignOnInstead, signOnInstead } from './signOn/instead.ts'
import type { PublicCall } from './startSession.ts'

/** Milliseconds that every response takes, so that timing doesn't reveal whether an account exists. */
const ANSWER_MS = 300

const deadKey = () => new Refusal('dead_key', signInMessages.deadKey, 401)

export const lostPasswordRoutes = (instances: ListedInstances): Handler[] => [
  defineHandler(routes.resetPassword, anyone, async ({ body, ...door }) => {
    await countTries(door.database, [{ scope: 'reset_address', subject: networkOf(door.request.ip) }], door.now)
    await refuseOtherInstance(door.database, instances, body.email)
    await Promise.all([mailInstructions(door, body.email.toLowerCase()), pause(ANSWER_MS)])
    return { message: signInMessages.resetSent }
  }),
  defineHandler(routes.linkState, anyone, async ({ body, database, now, request }) => {
    const known = readToken(body.key)
    const state = known ? await withOrg(database, known.orgId, (tx) => stateOfLink(tx, { ...body, now })) : 'dead'
    // Only guesses count, so an office that opens many invitations isn't blocked.
    if (state === 'dead') await countTries(database, [{ scope: 'reset_address', subject: networkOf(request.ip) }], now)
    return { state }
  }),
  defineHandler(routes.choosePassword, anyone, async ({ body, ...door }) => {
    const { database, now, request } = door
    await countTries(database, [{ scope: 'reset_address', subject: networkOf(request.ip) }], now)
    const known = readToken(body.key)
    if (!known) throw deadKey()
    const asked = { ...body, now }
    const first = await withOrg(database, known.orgId, (tx) => ownerOfKey(tx, asked))
    if (!first) throw deadKey()
    await withOrg(database, known.orgId, (tx) => refuseInstead(tx, first))
    await refuseBad(body.password, first)
    const passwordHash = await hashPassword(body.password)
    const device = await withOrg(database, known.orgId, async (tx) => {
      await holdPerson(tx, first)
      const owner = await ownerOfKey(tx, asked)
      if (!owner) throw deadKey()
      await confirmAddress(tx, owner)
      await replacePassword(tx, owner, passwordHash, now)
      const actor = { id: owner.userId, name: owner.name }
      await notifyAccountChange(
        tx,
        { org: { id: owner.orgId }, actor },
        { ...actor, email: owner.email },
        'password.reset',
        {
          request,
          now,
          details: { link: owner.kind },
        },
      )
      tx.feedChanged(owner.userId, 'ended')
      return rememberDevice(tx, owner, request, now)
    })
    // The mailbox owner can sign in from here, whatever others guess.
    if (device) setDeviceCookie(door, device)
    return { message: signInMessages.passwordChosen }
  }),
]

const signsInElsewhere =
  'This address signs in to Pursuit at another firm. Ask your firm administrator to use another address, or ask that firm to remove it.'

/** Gives the owner of the mailbox the address to sign in with, unless they have it already. */
async function confirmAddress(tx: Tx, { userId, email }: KeyOwner): Promise<void> {
  const given = await giveAddress(tx, userId, email)
  if (given === 'here') throw deadKey()
  if (given !== 'given') throw new Refusal('taken', given === 'domain' ? otherDomain : signsInElsewhere, 409)
}

/** Rejects a password that this person can't use. The link stays valid. */
async function refuseBad(password: string, { name, email, firm, password_hash }: KeyOwner): Promise<void> {
  if (await isGuessable(password, { names: [name], email, firm })) throw invalid({ password: guessablePassword })
  if (password_hash !== null && (await isPassword(password, password_hash))) throw invalid({ password: samePassword })
}

/** Sends an account at most five emails an hour. The response is always the same. */
async function mailInstructions(door: PublicCall, email: string): Promise<void> {
  const { database, now } = door
  const beyond = await triesBeyond(database, [{ scope: 'reset', subject: email }], now)
  const known = await withoutRls(database, (tx) => findLogin(tx, email))
  if (!known || beyond !== null) return
  await withOrg(database, known.orgId, (tx) => mailLink(tx, door, known))
}

async function mailLink(tx: Tx, { now, request }: PublicCall, known: Login): Promise<void> {
  const instead = await signOnInstead(tx, known)
  if (instead) return mailSignOn(tx, known, instead)
  const path = await passwordPath(tx, known, 'reset', now)
  await queueMail(tx, known.orgId, known, {
    subject: 'Choose a new Pursuit password',
    heading: 'Choose a new password',
    lines: [
      `Hello ${known.name},`,
      'Someone, probably you, requested a new password for your account. The link works once and expires in an hour.',
      'If this wasn’t you, you can ignore this email. Your password hasn’t changed.',
    ],
    button: { label: 'Choose a new password', path },
  })
  const subject = { id: known.userId, name: known.name }
  await audit(tx, { org: { id: known.orgId } }, { action: 'password.reset_asked', subject, address: request.ip })
}

/** This person has no password to reset. */
function mailSignOn(tx: Tx, known: Login, { provider, path }: SignOnInstead): Promise<void> {
  return queueMail(tx, known.orgId, known, {
    subject: 'How to sign in to Pursuit',
    heading: 'You sign in with your firm’s SSO',
    lines: [
      `Hello ${known.name},`,
      `Someone, probably you, requested a new password for your account. You don’t have one: you sign in with ${provider}.`,
      'If this wasn’t you, you can ignore this email.',
    ],
    button: { label: 'Sign in', path },
  })
}

/** Ends all sessions, pending logins, emailed links, and known devices together with the old password. */
async function replacePassword(tx: Tx, owner: KeyOwner, passwordHash: string, now: string): Promise<void> {
  const { orgId, userId } = owner
  await tx.sql`update users set password_hash = ${passwordHash} where org_id = ${orgId} and id = ${userId}`
  for (const table of ['sessions', 'login_challenges'])
    await tx.sql`delete from ${sql.table(table)} where org_id = ${orgId} and user_id = ${userId}`
  await endPlans(tx, { orgId, userId })
  await markUsed(tx, owner, now)
  await purgeKnownDevices(tx, { orgId, userId })
}
