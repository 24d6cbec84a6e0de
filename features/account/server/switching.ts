// Switching to another person: permission, session, and return. The audit log names both people.

import { sql } from 'kysely'
import { forbidden, notFound, Refusal } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { describeClient } from '#core/server/clientDescription.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { notify as sendNews } from '#core/server/notices/notify.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import { anyone, defineHandler, type Handler, type Policy } from '#core/server/routes.ts'
import {
  type ClientDescription,
  findSession,
  isWithinIdleTimeout,
  isWithinMaxAge,
  noSession,
  type Original,
  type SignedInSession,
} from '#core/server/sessions.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { policyMessages, type WorkAs, workedAs } from '../policyContract.ts'
import { couldNotSwitch, routes, SWITCH_HOURS } from '../switchingContract.ts'
import { meOf } from './me.ts'
import { managesMember } from './policies.ts'

/** An already switched person passes, in order to get an explanation. */
const maySwitch: Policy = {
  name: 'maySwitch',
  isPublic: false,
  allows: ({ actor, by }) => by !== undefined || actor.role !== 'member',
}

export const impersonationHandlers = (subscriptionsOf: SubscriptionsOf): Handler[] => [
  defineHandler(
    routes.whom,
    maySwitch,
    async ({ session, query, database }) => {
      refuseSwitched(session)
      const {
        org_id: _,
        firm,
        email,
        ...person
      } = await withoutRls(database, (tx) => findOther(tx, session, query.user_id))
      return {
        id: person.id,
        first_name: person.first_name,
        fullname: fullNameOf(person),
        email,
        role: person.role,
        firm,
      }
    },
    { isLong: true },
  ),
  defineHandler(
    routes.switchTo,
    maySwitch,
    async ({ session, query, database, request, context }) => {
      refuseSwitched(session)
      const opened = await withoutRls(database, async (tx) => {
        const other = await findOther(tx, session, query.user_id)
        return { other, ...(await openSwitched(tx, session, other, describeClient(request), context.now)) }
      })
      const person = await signedInBy(database, opened.token, context.now, async (tx, one) =>
        meOf(one, await subscriptionsOf(tx, one, request)),
      )
      const { id } = session.actor
      return {
        token: opened.token,
        ...person,
        Switch: { token: opened.back, user_id: id, name: fullNameOf(session.actor) },
      }
    },
    { isLong: true },
  ),
  defineHandler(routes.switchBack, anyone, async ({ body, database, request, now }) => {
    const bearer = readToken(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    const back = readToken(body.token)
    if (!back) throw new Refusal('invalid', 'This token can’t end an impersonation.', 400, { token: 'Unknown token.' })
    if (!bearer) throw noSession()
    const token = await withoutRls(database, (tx) => endSwitch(tx, bearer.hash, back, describeClient(request)))
    const person = await signedInBy(database, token, now, async (tx, one) =>
      meOf(one, await subscriptionsOf(tx, one, request)),
    )
    return { token, ...person }
  }),
]

const refuseSwitched = ({ by }: SignedInSession) => {
  if (by) throw new Refusal('switched', couldNotSwitch, 403)
}

const signedInBy = async <T>(
  database: Database,
  token: string,
  now: string,
  work: (tx: Tx, session: SignedInSession) => Promise<T>,
): Promise<T> => {
  const { orgId, hash } = readToken(token)!
  return withOrg(database, orgId, async (tx) => work(tx, await findSession(tx, hash, now)))
}

type Other = Actor & { org_id: string; firm: string; email: string }
/** Switching that the other person's firm allows. */
type Leave = {
  is_active: boolean
  is_manager: boolean
  work_as: WorkAs
  is_open: boolean
  tells: boolean
  /** End of an operator's access. Null means without an end. */
  until: string | null
}

/** People through the directory, which finds the firm by an ID. */
const everyFirms = sql`(select * from login_directory) d join users u on u.org_id = d.org_id and u.id = d.user_id`

/** Returns the person if `session` can work as them. A firm admin is limited to the firm. */
async function findOther(
  tx: Tx,
  { actor, org }: SignedInSession,
  userId: string,
): Promise<Other & Pick<Leave, 'until' | 'tells'>> {
  const { rows } = isGuid(userId)
    ? await tx.sql<Other & Leave>`
    select u.org_id, u.id, u.first_name, u.last_name, u.email, u.role, o.name as firm, u.deactivated_at is null as is_active,
      ${managesMember(sql`u.id`)} as is_manager, o.work_as, o.is_open_to_operator or coalesce(o.operator_until > now(), false) as is_open,
      o.tells_worked_as or o.id <> ${org.id} as tells, case when o.is_open_to_operator then null else o.operator_until end as until
    from ${actor.role === 'operator' ? everyFirms : sql`users u`} join orgs o on o.id = u.org_id
    where u.id = ${userId} ${actor.role === 'operator' ? sql`` : sql`and u.org_id = ${org.id}`} limit 1`
    : { rows: [] }
  const found = rows[0]
  if (!found) throw notFound(cannotFind('person'))
  const { is_active, is_manager, work_as, is_open, ...other } = found
  if (!isBelow(actor, other)) throw forbidden('You can’t work as this person.')
  refuseUnwanted(actor, other.org_id === org.id, { is_manager, work_as, is_open })
  if (!is_active) throw forbidden('This person is deactivated.')
  return other
}

/** Applies the firm's policies: whom its admins can work as, and whether operators have access. */
function refuseUnwanted(
  { role }: Pick<Actor, 'role'>,
  isOwnFirm: boolean,
  { is_manager, work_as, is_open }: Pick<Leave, 'is_manager' | 'work_as' | 'is_open'>,
): void {
  if (role === 'operator' && !isOwnFirm) {
    if (!is_open) throw forbidden(policyMessages.closed)
    return
  }
  if (work_as === 'nobody') throw forbidden(policyMessages.noWorking)
  if (work_as === 'members' && is_manager) throw forbidden(policyMessages.noManagers)
}

/** A firm admin can switch to members and managers, an operator to anyone but operators. Source: RULINGS, section 5. */
const isBelow = ({ role }: Pick<Actor, 'role'>, other: Pick<Actor, 'role'>) =>
  role === 'operator' ? other.role !== 'operator' : role === 'admin' && other.role === 'member'

/**
 * Locks a person's row and throws 403 unless they still have the role that allowed the switch. A concurrent role change
 * is seen here, or waits and ends the session.
 */
async function holdRole(tx: Tx, { org_id, id, role }: Pick<Other, 'org_id' | 'id' | 'role'>): Promise<void> {
  const { rows } = await tx.sql`
    select from users where org_id = ${org_id} and id = ${id} and role = ${role} and deactivated_at is null for share`
  if (rows.length === 0) throw forbidden('You can’t work as this person.')
}

/** Opens a session of the other person that ends with its original. Each original has at most one. */
async function openSwitched(
  tx: Tx,
  session: SignedInSession,
  other: Awaited<ReturnType<typeof findOther>>,
  place: ClientDescription,
  now: string,
) {
  const { actor, org, sessionId } = session
  await holdRole(tx, { ...actor, org_id: org.id })
  await holdRole(tx, other)
  const { rows } = await tx.sql<{ ends_at: string }>`
    select s.created_at + make_interval(hours => o.longest_hours) as ends_at from sessions s join orgs o on o.id = s.org_id
    where s.org_id = ${org.id} and s.id = ${sessionId} for update of s`
  if (!rows[0]) throw noSession()
  await tx.sql`delete from sessions where by_org_id = ${org.id} and from_session = ${sessionId}`
  const [own, back] = [newToken(other.org_id), newToken(other.org_id)]
  await tx.sql`
    insert into sessions (org_id, token_hash, user_id, device, address, by_org_id, by_user_id, by_name, revert_hash, from_session, ends_at)
    values (${other.org_id}, ${own.hash}, ${other.id}, ${place.device}, ${place.address}, ${org.id}, ${actor.id}, ${fullNameOf(actor)}, ${back.hash}, ${sessionId},
      least(${now}::timestamptz + make_interval(hours => ${SWITCH_HOURS}), ${rows[0].ends_at}::timestamptz, ${other.until}::timestamptz))`
  const original = { orgId: org.id, id: actor.id, name: fullNameOf(actor) }
  await tell(tx, original, other, { action: 'switch.began', address: place.address })
  if (other.tells) await notifyPerson(tx, session, other, sessionId, now)
  return { token: own.token, back: back.token }
}

/**
 * Ends the switched session and returns a new token for the original. Throws 401 if that already happened, or if the
 * original is another one or has ended.
 */
async function endSwitch(
  tx: Tx,
  bearer: Buffer,
  { orgId, hash }: { orgId: string; hash: Buffer },
  place: ClientDescription,
): Promise<string> {
  const { rows } = await tx.sql<
    { by_org_id: string; by_name: string; by_user_id: string; from_session: string } & Other
  >`
    delete from sessions s using users u, orgs o
    where s.org_id = ${orgId} and s.revert_hash = ${hash} and s.token_hash = ${bearer} and u.org_id = s.org_id and u.id = s.user_id and o.id = s.org_id
    returning s.by_org_id, s.by_user_id, s.by_name, s.from_session, s.org_id, u.id, u.first_name, u.last_name, u.email, u.role, o.name as firm`
  const ended = rows[0]
  if (!ended) throw noSession()
  const { token, hash: fresh } = newToken(ended.by_org_id)
  const again = await tx.sql`
    update sessions s set token_hash = ${fresh}, used_at = now(), device = ${place.device}, address = ${place.address}
    from orgs o where o.id = s.org_id and s.org_id = ${ended.by_org_id} and s.id = ${ended.from_session} and ${isWithinIdleTimeout()} and ${isWithinMaxAge()}
    returning s.id`
  if (again.rows.length === 0) throw noSession()
  const original = { orgId: ended.by_org_id, id: ended.by_user_id, name: ended.by_name }
  await tell(tx, original, ended, { action: 'switch.ended', address: place.address })
  return token
}

/** Logs in the person's firm, and in the operator's firm if it is another one. */
async function tell(tx: Tx, by: Original, other: Other, entry: { action: string; address: string }): Promise<void> {
  const subject = { id: other.id, name: fullNameOf(other) }
  for (const orgId of new Set([other.org_id, by.orgId]))
    await audit(
      tx,
      { org: { id: orgId }, actor: { id: by.id, name: by.name } },
      { ...entry, subject, details: { firm: other.firm } },
    )
}

/** Names the actor and the audit log, in the inbox and by email. */
async function notifyPerson(
  tx: Tx,
  { actor, org }: SignedInSession,
  other: Other,
  sessionId: string,
  now: string,
): Promise<void> {
  const who = other.org_id === org.id ? fullNameOf(actor) : `${fullNameOf(actor)}, an operator of Pursuit,`
  const text = `${who} is now working as you.`
  const details = ['Everything done in your name is recorded in your firm’s audit log under both names.']
  // Notifications work within one firm.
  await tx.setOrg(other.org_id)
  await sendNews(
    tx,
    [
      {
        notice: workedAs,
        userId: other.id,
        occasion: `worked_as:${sessionId}:${now}`,
        text,
        details,
        path: '/account/devices',
        subjectId: null,
        actorId: null,
        key: null,
      },
    ],
    now,
  )
  await queueMail(
    tx,
    other.org_id,
    { email: other.email, name: fullNameOf(other) },
    {
      subject: 'Someone is working as you in Pursuit',
      heading: 'Someone is working as you',
      lines: [`Hello ${other.first_name},`, text, ...details],
      button: { label: 'See where you’re signed in', path: '/account/devices' },
    },
  )
}
