// Where a person is signed in, and signing out there.
import { sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import type { Tx } from '#core/server/database/firm.ts'
import { notWhileSwitched, type Served, serve, signedIn } from '#core/server/routes.ts'
import { isUsed, isYoung, type SignedIn } from '#core/server/sessions.ts'
import { type DeviceSession, routes } from '../ownContract.ts'

export const deviceRoutes: Served[] = [
  serve(routes.sessions, notWhileSwitched(signedIn), async ({ tx, session, context }) => ({
    sessions: await sessionsOf(tx, session, context.now),
  })),
  serve(routes.endSession, notWhileSwitched(signedIn), async ({ tx, session, params, context, request }) => {
    const { rows } = await sql<{ device: string }>`
      delete from sessions where ${mine(session)} and id = ${params.id} returning device`.execute(tx)
    if (!rows[0]) throw notFound('This device is signed out already.')
    await tell(tx, session, rows, request.ip)
    return { sessions: await sessionsOf(tx, session, context.now) }
  }),
  serve(routes.endOtherSessions, notWhileSwitched(signedIn), async ({ tx, session, context, request }) => {
    const { rows } = await sql<{ device: string }>`
      delete from sessions where ${mine(session)} and id <> ${session.sessionId} returning device`.execute(tx)
    if (rows.length > 0) await tell(tx, session, rows, request.ip)
    return { sessions: await sessionsOf(tx, session, context.now) }
  }),
]

const mine = ({ org, actor }: SignedIn) => sql`org_id = ${org.id} and user_id = ${actor.id}`

/** Those that a call would still be answered to. */
export async function sessionsOf(tx: Tx, session: SignedIn, now: string): Promise<DeviceSession[]> {
  const { rows } = await sql<{
    id: string
    device: string
    address: string
    created_at: string
    used_at: string
    by_name: string
  }>`
    select s.id, s.device, s.address, s.created_at, s.used_at, s.by_name from sessions s join orgs o on o.id = s.org_id
    where s.org_id = ${session.org.id} and s.user_id = ${session.actor.id} and (s.ends_at is null or s.ends_at > ${now}::timestamptz)
      and ${isUsed()} and ${isYoung()}
    order by s.id = ${session.sessionId} desc, s.used_at desc, s.id limit 200`.execute(tx)
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

const tell = (tx: Tx, session: SignedIn, ended: { device: string }[], address: string) =>
  audit(tx, session, {
    action: 'session.ended',
    subject: { id: session.actor.id, name: fullNameOf(session.actor) },
    details: { devices: ended.map(({ device }) => device) },
    address,
  })
