// Admin actions for a person who can't sign in, or whose account someone else could be using.
import { Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import type { PersonDetail } from '../contract.ts'
import { sendNotice } from './notices.ts'
import { type LockedPerson, lockPerson, ownFactor, personDetail, refuseSwitched, subjectOf } from './person.ts'

function refuseDeactivated(person: LockedPerson): void {
  if (person.is_deactivated) throw new Refusal('not_allowed_now', `${fullNameOf(person)} is deactivated.`)
}

export async function sendReset(
  tx: Tx,
  session: SignedInSession,
  id: string,
  { waysIn }: PeoplePorts,
): Promise<undefined> {
  refuseSwitched(session)
  const person = await lockPerson(tx, session, id)
  refuseDeactivated(person)
  const someone = { orgId: session.org.id, userId: id, email: person.email }
  const instead = await waysIn.signOnInstead(tx, someone)
  if (instead)
    throw new Refusal(
      'signs_on',
      `${fullNameOf(person)} signs in with ${instead.provider} and doesn’t need a password.`,
    )
  const path = await waysIn.passwordPath(tx, someone, 'reset')
  await sendNotice(
    tx,
    session,
    person,
    'Choose a new password',
    [`${fullNameOf(session.actor)} sent you this link to choose a new password. It works once, for 60 minutes.`],
    { label: 'Choose a new password', path },
  )
  await audit(tx, session, { action: 'person.reset_sent', subject: subjectOf(person) })
}

export async function resetPersonTwoFactor(
  tx: Tx,
  session: SignedInSession,
  id: string,
  ports: PeoplePorts,
): Promise<PersonDetail> {
  refuseSwitched(session)
  const person = await lockPerson(tx, session, id)
  if (id === session.actor.id) throw ownFactor()
  await ports.waysIn.resetTwoFactor(tx, { orgId: session.org.id, userId: id })
  await sendNotice(tx, session, person, 'Your two-factor authentication was reset', [
    `${fullNameOf(session.actor)} removed the authenticator app, passkeys, and recovery codes from your account. You can set them up again in your account.`,
  ])
  await audit(tx, session, { action: 'person.two_factor_reset', subject: subjectOf(person) })
  return personDetail(tx, id, ports)
}

/** Ends sessions on all devices except the caller's own. */
export async function endSessions(tx: Tx, session: SignedInSession, id: string): Promise<{ ended: number }> {
  const person = await lockPerson(tx, session, id)
  const { rows } = await tx.sql`
    delete from sessions s where s.org_id = ${session.org.id} and s.user_id = ${id} and s.id <> ${session.sessionId} returning s.id`
  const ended = rows.length
  await audit(tx, session, { action: 'person.sessions_ended', subject: subjectOf(person), details: { ended } })
  return { ended }
}
