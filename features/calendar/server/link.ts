// The secret address of a person's calendar: the firm's id, so that its rows can be found behind the firm's lock, and the person's secret.
import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { uuidOf } from '#core/server/ids.ts'

import { isOnIn } from '#core/server/subscriptions.ts'
import { trackerFlag } from '#features/targets/flagsContract.ts'
import { calendarFlag } from '../flagsContract.ts'

const SECRET_BYTES = 32
type Host = Pick<FastifyRequest, 'host'>

/** The person's link as calendar programs take it, or null when it was revoked. */
export async function linkOf(tx: Tx, orgId: string, userId: string, { host }: Host): Promise<string | null> {
  const { rows } = await sql<{ secret: string | null }>`
    select encode(calendar_secret, 'hex') as secret from users where org_id = ${orgId} and id = ${userId}`.execute(tx)
  return addressOf(orgId, rows[0]?.secret ?? null, host)
}

/** Replaces the person's secret by a new one. */
export async function rotateLink(tx: Tx, orgId: string, userId: string, { host }: Host): Promise<string | null> {
  const secret = randomBytes(SECRET_BYTES)
  await sql`update users set calendar_secret = ${secret} where org_id = ${orgId} and id = ${userId}`.execute(tx)
  return addressOf(orgId, secret.toString('hex'), host)
}

export async function revokeLink(tx: Tx, orgId: string, userId: string): Promise<void> {
  await sql`update users set calendar_secret = null where org_id = ${orgId} and id = ${userId}`.execute(tx)
}

function addressOf(orgId: string, secret: string | null, host: string): string | null {
  if (secret === null) return null
  const file = Buffer.from(orgId.replaceAll('-', '') + secret, 'hex').toString('base64url')
  return `webcal://${host}/api/ical/${file}.ics`
}

const nobody = Buffer.alloc(16 + SECRET_BYTES)

/** The firm and the secret's hash in a file name. What never was a link is looked up all the same: in a firm that does not exist. */
export function readFile(file: string): { orgId: string; secretHash: Buffer } {
  const bytes = /^[\w-]{64}\.ics$/.test(file) ? Buffer.from(file.slice(0, -4), 'base64url') : nobody
  return { orgId: uuidOf(bytes.subarray(0, 16)), secretHash: hash('sha256', bytes.subarray(16), 'buffer') }
}

export type Subscriber = { id: string; seq: string; zone: string }

/** Whose secret has this hash, and the number of the last change in their feed. Undefined also for who may have no calendar now. */
export async function subscriberOf(tx: Tx, secretHash: Buffer): Promise<Subscriber | undefined> {
  const { rows } = await sql<Subscriber>`
    select u.id, coalesce(c.seq, 0)::text as seq, o.time_zone as zone
    from users u join orgs o on o.id = u.org_id left join sync_clocks c on c.org_id = u.org_id and c.user_id = u.id
    where u.org_id = ${firm} and u.calendar_hash = ${secretHash} and u.deactivated_at is null and not o.is_closed
      and ${isOnIn(sql`o.subscriptions`, trackerFlag)} and ${isOnIn(sql`o.subscriptions`, calendarFlag)}`.execute(tx)
  return rows[0]
}
