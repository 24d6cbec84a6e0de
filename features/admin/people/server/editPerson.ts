import { forbidden, invalid } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { settingOf } from '#core/contract/notice.ts'
import { ORG_REPORT } from '#core/contract/orgReport.ts'
import { giveAddress, ownerOfDomain } from '#core/server/addresses.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { refuseUnknownSwitches } from '#core/server/notices/notice.ts'
import { sendableNumber, unsendableNumber } from '#core/server/outgoing/phoneNumber.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { upkeep } from '#features/targets/server/contract.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import type { PersonDetail, PersonInput } from '../contract.ts'
import { emailTaken, ofAnotherDomain, refuseColleagues, refuseRole } from './invite.ts'
import { lockAdmins, refuseBreakGlass, refuseLast } from './lastAdmin.ts'
import { sendNotice } from './notices.ts'
import { type LockedPerson, lockPerson, ownFactor, personDetail, refuseSwitched, subjectOf } from './person.ts'

const TWO_FACTOR = 'key-two_factor'

export async function editPerson(
  tx: Tx,
  session: SignedInSession,
  id: string,
  input: PersonInput,
  ports: PeoplePorts,
): Promise<PersonDetail> {
  const admins = input.role === undefined ? [] : await lockAdmins(tx)
  const before = await lockPerson(tx, session, id)
  refuseUnknownSwitches(tx, Object.keys(input.settings ?? {}))
  const changed = changesOf(before, { ...input, ...(await phoneOf(before, input)) })
  refuseForbidden(session, before, changed, admins)
  if (changed.role === 'member') await refuseBreakGlass(tx, id)
  if (changed.email !== undefined) await refuseColleagues(tx, changed.email)
  const { first_name, last_name, email, phone, role, settings } = { ...before, ...changed }
  triggerAfterCommit(tx, upkeep)
  await tx.sql`
    update users set first_name = ${first_name}, last_name = ${last_name}, email = ${email}, phone = ${phone}, role = ${role}, settings = jsonb_strip_nulls(settings || ${JSON.stringify(settings)}::jsonb)
    where org_id = ${currentOrgId} and id = ${id}`
  if (changed.phone !== undefined)
    await ports.waysIn.phoneMoved(tx, { orgId: session.org.id, userId: id }, before.phone)
  if (changed.email !== undefined) await moveAddress(tx, session, before, changed.email, ports)
  // Permission to work as another person depends on both roles.
  if (changed.role !== undefined) await endSwitched(tx, id)
  await note(tx, session, before, changed)
  await tell(tx, session, { ...before, email }, changed)
  return personDetail(tx, id, ports)
}

/** Ends sessions in which others work as the person, and those in which the person works as others. */
async function endSwitched(tx: Tx, id: string): Promise<void> {
  await tx.sql`
    delete from sessions where org_id = ${currentOrgId}
      and (user_id = ${id} and by_user_id is not null or by_org_id = ${currentOrgId} and by_user_id = ${id})`
  await tx.sql`select end_switched_by(${id})`
}

/** Rejects a number that can't receive codes, which would lock the person out. The current number stays valid. */
async function phoneOf(before: LockedPerson, { phone }: PersonInput): Promise<Pick<PersonInput, 'phone'>> {
  if (phone === undefined || phone === '' || phone === before.phone) return { phone }
  const number = await sendableNumber(phone)
  if (number === null) throw invalid({ phone: unsendableNumber })
  return { phone: number }
}

type Changes = Omit<PersonInput, 'settings'> & { settings?: Record<string, number | null> }

/** Returns only the values that differ. */
function changesOf(before: LockedPerson, { settings: wanted, ...input }: PersonInput): Changes {
  const own = Object.entries(input).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof LockedPerson],
  )
  const settings = Object.entries(wanted ?? {}).filter(
    ([name, value]) => value !== undefined && value !== givenTo(before, name),
  ) as [string, number | null][]
  return { ...Object.fromEntries(own), ...(settings.length > 0 && { settings: Object.fromEntries(settings) }) }
}

/** A missing `key-org_report` differs from 0. */
const givenTo = ({ settings }: LockedPerson, name: string) =>
  name === ORG_REPORT ? (settings[name] ?? null) : settingOf(settings, name)

function refuseForbidden(
  session: SignedInSession,
  before: LockedPerson,
  changed: Changes,
  admins: Awaited<ReturnType<typeof lockAdmins>>,
): void {
  if (changed.email !== undefined || changed.phone !== undefined || changed.settings?.[TWO_FACTOR] !== undefined)
    refuseSwitched(session)
  // Turning on one's own second factor only makes the account safer.
  const takesFactor = changed.phone !== undefined || changed.settings?.[TWO_FACTOR] === 0
  if (takesFactor && before.id === session.actor.id) throw ownFactor()
  if (changed.role === undefined) return
  if (before.id === session.actor.id) throw forbidden('You can’t change your own role. Ask another firm admin.')
  refuseRole(session, changed.role)
  if (!before.is_deactivated && (changed.role === 'member' || before.role === 'operator')) refuseLast(admins, before)
}

/**
 * A new email address at a domain that the firm has verified works right away. Any other is pending until its mailbox
 * confirms it, so that no firm learns who has an account in another. The old address is notified as well, since its
 * owner may not have requested this.
 */
async function moveAddress(
  tx: Tx,
  session: SignedInSession,
  before: LockedPerson,
  email: string,
  { waysIn }: PeoplePorts,
): Promise<void> {
  const owner = await ownerOfDomain(tx, email)
  if (owner === 'another') throw ofAnotherDomain()
  const isOwn = owner === 'own'
  if (isOwn && (await giveAddress(tx, before.id, email)) !== 'given') throw emailTaken(email)
  const person = { orgId: session.org.id, userId: before.id }
  await waysIn.endLinks(tx, person)
  const by = `${fullNameOf(session.actor)} changed the email address you use to sign in at ${session.org.name}`
  if (isOwn) {
    await sendNotice(tx, session, before, 'Your sign-in address was changed', [
      `${by} to ${email}. This address, ${before.email}, no longer works.`,
    ])
    await sendNotice(tx, session, { ...before, email }, 'This is now your sign-in address', [
      `${by} from ${before.email} to this one. Your password stays the same.`,
    ])
    return
  }
  await sendNotice(tx, session, before, 'Your sign-in address is being changed', [
    `${by} to ${email}. This address, ${before.email}, works until the new one is confirmed by the link that was sent to it.`,
  ])
  const path = await waysIn.passwordPath(tx, { ...person, email }, 'invitation')
  await sendNotice(
    tx,
    session,
    { ...before, email },
    'Confirm your sign-in address',
    [`${by} from ${before.email} to this one. Choose a password to confirm it. The link works once, for 7 days.`],
    { label: 'Choose a password', path },
  )
}

/** Logs changes of role and email as separate entries and all others as one. */
async function note(tx: Tx, session: SignedInSession, before: LockedPerson, changed: Changes): Promise<void> {
  const subject = subjectOf({ ...before, ...changed, id: before.id })
  const { role, email, ...rest } = changed
  if (role !== undefined)
    await audit(tx, session, { action: 'person.role_changed', subject, details: { from: before.role, to: role } })
  if (email !== undefined)
    await audit(tx, session, { action: 'person.email_changed', subject, details: { from: before.email, to: email } })
  if (Object.keys(rest).length === 0) return
  const { phone, settings, ...names } = rest
  await audit(tx, session, {
    action: 'person.changed',
    subject,
    details: {
      ...(Object.keys(names).length > 0 && { name_before: fullNameOf(before) }),
      ...(phone !== undefined && { phone: phone === '' ? 'removed' : before.phone === '' ? 'added' : 'changed' }),
      ...settings,
    },
  })
}

/** Sends notices about account security. */
async function tell(
  tx: Tx,
  session: SignedInSession,
  person: Pick<LockedPerson, 'id' | 'email' | 'first_name' | 'last_name'>,
  { phone, settings }: Changes,
): Promise<void> {
  const by = fullNameOf(session.actor)
  if (phone !== undefined)
    await sendNotice(tx, session, person, 'Your phone number was changed', [
      `${by} ${phone === '' ? 'removed' : 'changed'} the phone number we send your verification codes to.`,
    ])
  if (settings?.[TWO_FACTOR] !== undefined)
    await sendNotice(
      tx,
      session,
      person,
      settings[TWO_FACTOR] === 0
        ? 'Two-factor authentication was turned off'
        : 'Two-factor authentication was turned on',
      [
        settings[TWO_FACTOR] === 0
          ? `${by} turned off two-factor authentication for your account.`
          : `${by} turned on two-factor authentication for your account. You’ll be asked for a second factor after your password.`,
      ],
    )
}
