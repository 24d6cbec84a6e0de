import { sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { anyone, defineHandler, type Handler, notWhileSwitched, signedIn } from '#core/server/routes.ts'
import { isWithinIdleTimeout, isWithinMaxAge, type SignedInSession } from '#core/server/sessions.ts'
import { readToken } from '#core/server/tokens.ts'
import { type DeviceSession, type OwnDevices, routes, type WipedDevice } from '../ownContract.ts'

export const sessionHandlers: Handler[] = [
  defineHandler(routes.sessions, notWhileSwitched(signedIn), ({ tx, session, context }) =>
    devicesOf(tx, session, context.now),
  ),
  defineHandler(routes.endSession, notWhileSwitched(signedIn), async ({ tx, session, params, context, request }) => {
    const { rows } = await tx.sql<{ device: string }>`
      delete from sessions where ${mine(session)} and id = ${params.id} returning device`
    if (!rows[0]) throw notFound('This device is already signed out.')
    await tell(tx, session, rows, request.ip)
    return devicesOf(tx, session, context.now)
  }),
  defineHandler(routes.wipeSession, notWhileSwitched(signedIn), async ({ tx, session, params, context, request }) => {
    const { rows } = await tx.sql<{ device: string }>`
      with ended as (
        delete from sessions where ${mine(session)} and id = ${params.id} and id <> ${session.sessionId} and by_user_id is null
        returning id, token_hash, device, address),
      noted as (
        insert into wipes (org_id, id, token_hash, user_id, device, address)
        select ${session.org.id}, id, token_hash, ${session.actor.id}, device, address from ended returning id)
      select device from ended`
    if (!rows[0]) throw notFound('This device is already signed out.')
    await tell(tx, session, rows, request.ip, 'session.wiped')
    return devicesOf(tx, session, context.now)
  }),
  defineHandler(routes.wiped, anyone, async ({ body, database }) => {
    const read = readToken(body.token)
    if (!read) return
    await withOrg(
      database,
      read.orgId,
      (tx) =>
        tx.sql`update wipes set wiped_at = now() where org_id = ${read.orgId} and token_hash = ${read.hash} and wiped_at is null`,
    )
  }),
  defineHandler(routes.endOtherSessions, notWhileSwitched(signedIn), async ({ tx, session, context, request }) => {
    const { rows } = await tx.sql<{ device: string }>`
      delete from sessions where ${mine(session)} and id <> ${session.sessionId} returning device`
    if (rows.length > 0) await tell(tx, session, rows, request.ip)
    return devicesOf(tx, session, context.now)
  }),
]

const mine = ({ org, actor }: SignedInSession) => sql`org_id = ${org.id} and user_id = ${actor.id}`

const devicesOf = async (tx: Tx, session: SignedInSession, now: string): Promise<OwnDevices> => ({
  sessions: await sessionsOf(tx, session, now),
  wipes: await wipesOf(tx, session),
})

/** Days that a wiped device stays listed, and days for one that never came online again. */
const WIPED_DAYS = 30
const ASKED_DAYS = 365

async function wipesOf(tx: Tx, session: SignedInSession): Promise<WipedDevice[]> {
  const { rows } = await tx.sql<{
    id: string
    device: string
    address: string
    asked_at: string
    wiped_at: string | null
  }>`
    select id, device, address, asked_at, wiped_at from wipes
    where ${mine(session)} and asked_at > now() - make_interval(days => ${ASKED_DAYS})
      and (wiped_at is null or wiped_at > now() - make_interval(days => ${WIPED_DAYS}))
    order by asked_at desc, id limit 50`
  const { zone } = session.org
  return rows.map(({ asked_at, wiped_at, ...wipe }) => ({
    ...wipe,
    asked: stampIn(zone, asked_at),
    wiped: wiped_at && stampIn(zone, wiped_at),
  }))
}

export async function sessionsOf(tx: Tx, session: SignedInSession, now: string): Promise<DeviceSession[]> {
  const { rows } = await tx.sql<{
    id: string
    device: string
    address: string
    created_at: string
    used_at: string
    by_name: string
  }>`
    select s.id, s.device, s.address, s.created_at, s.used_at, s.by_name from sessions s join orgs o on o.id = s.org_id
    where s.org_id = ${session.org.id} and s.user_id = ${session.actor.id} and (s.ends_at is null or s.ends_at > ${now}::timestamptz)
      and ${isWithinIdleTimeout()} and ${isWithinMaxAge()}
    order by s.id = ${session.sessionId} desc, s.used_at desc, s.id limit 200`
  const { zone } = session.org
  return rows.map(({ id, device, address, created_at, used_at, by_name }) => ({
    id,
    device,
    address,
    created: stampIn(zone, created_at),
    used: stampIn(zone, used_at),
    current: id === session.sessionId,
    by: by_name,
  }))
}

const tell = (
  tx: Tx,
  session: SignedInSession,
  ended: { device: string }[],
  address: string,
  action = 'session.ended',
) =>
  audit(tx, session, {
    action,
    subject: { id: session.actor.id, name: fullNameOf(session.actor) },
    details: { devices: ended.map(({ device }) => device) },
    address,
  })
