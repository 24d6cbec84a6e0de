// Invites people: creates an account and sends a link to choose the first password.

import { sql } from 'kysely'
import { forbidden, invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Role } from '#core/contract/session.ts'
import { giveAddress, otherDomain } from '#core/server/addresses.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { defaultSettings } from '../../operator/server/firms.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import { INVITED_AT_ONCE, type InviteInput, type PersonDetail } from '../contract.ts'
import { personDetail, subjectOf } from './person.ts'

/** Throws if the actor can't assign the role. Only operators can create operators. */
export function refuseRole({ actor }: SignedInSession, role: Role): void {
  if (role === 'operator' && actor.role !== 'operator') throw forbidden('Only an operator can make operators.')
}

export async function invitePerson(
  tx: Tx,
  session: SignedInSession,
  input: InviteInput,
  ports: PeoplePorts,
): Promise<PersonDetail> {
  refuseRole(session, input.role)
  const { person, groups } = await placePerson(tx, input)
  await sendInvitation(tx, session, person, ports)
  await audit(tx, session, {
    action: 'person.invited',
    subject: subjectOf(person),
    details: { email: input.email, role: input.role, groups },
  })
  return personDetail(tx, person.id, ports)
}

/** Creates a person with a sign-in email address and notifies no one. Returns the names of the groups. */
export async function placePerson(
  tx: Tx,
  { first_name, last_name, email, role, groups }: InviteInput,
): Promise<{ person: Invited; groups: string[] }> {
  await refuseColleagues(tx, email)
  const id = newId()
  const person = { id, email, first_name, last_name, is_deactivated: false }
  await tx.sql`insert into users (org_id, id, email, first_name, last_name, role, settings) values (${currentOrgId}, ${id}, ${email}, ${first_name}, ${last_name}, ${role}, ${JSON.stringify(defaultSettings(tx))}::jsonb)`
  await reserveAddress(tx, id, email)
  const placed = await tx.sql<{ name: string }>`
    select g.name from groups g where g.org_id = ${currentOrgId} and g.id = any(${groups}) order by g.name`
  if (placed.rows.length < new Set(groups).size) throw notFound(cannotFind('group'))
  if (groups.length > 0)
    await tx.sql`insert into group_members (org_id, group_id, user_id) select g.org_id, g.id, ${id}::uuid from groups g where g.org_id = ${currentOrgId} and g.id = any(${groups}) returning 1`
  return { person, groups: placed.rows.map(({ name }) => name) }
}

/** Throws 409 for an email address that a person of the firm has, even if it isn't confirmed yet. */
export async function refuseColleagues(tx: Tx, email: string): Promise<void> {
  const { rows } = await tx.sql<Invited>`
    select id, email, first_name, last_name, deactivated_at is not null as is_deactivated
    from users where org_id = ${currentOrgId} and email = ${email}`
  if (rows[0]) throw takenHere(rows[0])
}

function takenHere(person: Invited): Refusal {
  const name = fullNameOf(person)
  const sentence = person.is_deactivated
    ? `${name} already has this email and is deactivated. You can reactivate ${name}.`
    : `${name} already has this email.`
  return new Refusal('taken', sentence, 409, { email: sentence })
}

/**
 * Reserves an email address for a new person. The result doesn't show whether another firm's person has it: only the
 * mailbox's owner learns it. Throws 409 for an address taken here or at another firm's domain.
 */
export async function reserveAddress(tx: Tx, userId: string, email: string): Promise<void> {
  const given = await giveAddress(tx, userId, email)
  if (given === 'domain') throw ofAnotherDomain()
  if (given === 'here') throw emailTaken(email)
}

export const ofAnotherDomain = () => new Refusal('taken', otherDomain, 409, { email: otherDomain })

export function emailTaken(email: string): Refusal {
  const sentence = `The email ${email} can’t be used here.`
  return new Refusal('taken', sentence, 409, { email: sentence })
}

type Invited = { id: string; email: string; first_name: string; last_name: string; is_deactivated: boolean }

/**
 * Invites the selected people, again or for the first time. The response lists those who have signed in and need no
 * invitation.
 */
export async function inviteMany(
  tx: Tx,
  session: SignedInSession,
  ids: string[],
  ports: PeoplePorts,
): Promise<{ invited: number }> {
  const { rows } = await tx.sql<Invited & { is_waiting: boolean; role: Role }>`
    select id, email, first_name, last_name, role, deactivated_at is not null as is_deactivated, signed_in_at is null as is_waiting
    from users where org_id = ${currentOrgId} and id = any(${ids}) order by id for update`
  if (rows.length < new Set(ids).size) throw notFound(cannotFind('person'))
  const waiting = rows.filter((one) => one.is_waiting && !one.is_deactivated)
  for (const one of waiting) refuseRole(session, one.role)
  if (waiting.length === 0)
    throw invalid({}, rows.length === 1 ? whyNot(rows[0]!) : 'Everyone selected has signed in or is deactivated.')
  for (const one of waiting) await inviteAgain(tx, session, one, ports)
  return { invited: waiting.length }
}

const whyNot = (one: Invited) =>
  one.is_deactivated ? `${fullNameOf(one)} is deactivated.` : `${fullNameOf(one)} has already signed in.`

/** People created by an import who can be invited and haven't been. Alias of users: u. */
const ofImport = (importId: string) => sql`
  from import_made m join users u on u.org_id = m.org_id and u.id = m.id
  where m.org_id = ${currentOrgId} and m.import_id = ${importId} and m.kind = 'person' and u.invited_at is null and u.signed_in_at is null and u.deactivated_at is null`

export async function notInvited(tx: Tx, importId: string): Promise<number> {
  const { rows } = await tx.sql<{ is_here: boolean; left: number }>`
    select exists (select 1 from imports i where i.org_id = ${currentOrgId} and i.id = ${importId}) as is_here, (select count(*)::int ${ofImport(importId)}) as left`
  if (!rows[0]!.is_here) throw notFound(cannotFind('import'))
  return rows[0]!.left
}

/** Invites a batch per request, so that 50,000 people don't need one transaction with 50,000 emails. */
export async function inviteImported(
  tx: Tx,
  session: SignedInSession,
  importId: string,
  ports: PeoplePorts,
): Promise<{ invited: number; left: number }> {
  const before = await notInvited(tx, importId)
  const { rows } = await tx.sql<Invited>`
    select u.id, u.email, u.first_name, u.last_name, false as is_deactivated ${ofImport(importId)} order by u.id limit ${INVITED_AT_ONCE} for update of u`
  for (const one of rows) await inviteAgain(tx, session, one, ports)
  return { invited: rows.length, left: before - rows.length }
}

async function inviteAgain(tx: Tx, session: SignedInSession, person: Invited, ports: PeoplePorts): Promise<void> {
  await sendInvitation(tx, session, person, ports)
  await audit(tx, session, {
    action: 'person.invited',
    subject: subjectOf(person),
    details: { email: person.email },
  })
}

/** Emails the link. Operators who create a firm's first admin use it as well. */
export async function sendInvitation(
  tx: Tx,
  { actor, org }: Pick<SignedInSession, 'actor'> & { org: { id: string; name: string } },
  person: Pick<Invited, 'id' | 'email' | 'first_name' | 'last_name'>,
  { waysIn }: Pick<PeoplePorts, 'waysIn'>,
): Promise<void> {
  const someone = { orgId: org.id, userId: person.id, email: person.email }
  const instead = await waysIn.signOnInstead(tx, someone)
  const path = instead?.path ?? (await waysIn.passwordPath(tx, someone, 'invitation'))
  await tx.sql`update users set invited_at = now() where org_id = ${org.id} and id = ${person.id}`
  await queueMail(
    tx,
    org.id,
    { email: person.email, name: fullNameOf(person) },
    {
      subject: `${fullNameOf(actor)} invited you to Pursuit`,
      heading: `Welcome to Pursuit, ${person.first_name}`,
      lines: [
        `${fullNameOf(actor)} invited you to join ${org.name}. Pursuit keeps track of the companies and people you want as clients, with one next step for each.`,
        instead
          ? `Sign in as ${person.email} with ${instead.provider}, your firm’s SSO.`
          : `Sign in with ${person.email}. Choose a password to get started.`,
      ],
      button: { label: instead ? 'Sign in' : 'Choose a password', path },
      ...(!instead && {
        small: [`The link works once, for 7 days. If it has expired, ask ${fullNameOf(actor)} for another invitation.`],
      }),
    },
  )
}
