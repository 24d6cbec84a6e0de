// Secret URL of a person's calendar: the firm's ID, which row-level security needs, and the person's secret.

import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { encryptColumn } from '#core/server/encryptColumn.ts'
import { uuidOf } from '#core/server/ids.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { lastSeq, MAIN_FEED } from '#core/sync/server/feedSequences.ts'
import { calendarFlag } from '../flagsContract.ts'

const SECRET_BYTES = 32
type Host = Pick<FastifyRequest, 'host'>

type Kept = {
  /** Plain secret from before encryption. */
  readable: Buffer | null
  sealed: Buffer | null
  /** No link was ever created. If false without either secret, the link was revoked. */
  is_unmade: boolean
}
const placeOf = (userId: string) => `calendar of ${userId}`

/**
 * Returns the person's link and creates it on first use. Returns null if it was revoked or encrypted with a lost key,
 * until it is replaced.
 */
export async function linkOf(tx: Tx, orgId: string, userId: string, host: Host): Promise<string | null> {
  const { rows } = await tx.sql<Kept>`
    select calendar_secret as readable, calendar_sealed as sealed, is_calendar_unmade as is_unmade
    from users where org_id = ${orgId} and id = ${userId}`
  const kept = rows[0]
  if (kept?.readable) return addressOf(orgId, kept.readable.toString('hex'), host)
  if (kept?.sealed) return addressOf(orgId, tx.services.box.open(kept.sealed, placeOf(userId)), host)
  if (!kept?.is_unmade) return null
  // Simultaneous calls both return the first one's link.
  return (await storeCalendarLink(tx, orgId, userId, host, sql`is_calendar_unmade`)) ?? linkOf(tx, orgId, userId, host)
}

export const rotateLink = (tx: Tx, orgId: string, userId: string, host: Host): Promise<string | null> =>
  storeCalendarLink(tx, orgId, userId, host, sql`true`)

/** Returns null if the person's row doesn't meet the condition. */
async function storeCalendarLink(
  tx: Tx,
  orgId: string,
  userId: string,
  host: Host,
  isFit: RawBuilder<unknown>,
): Promise<string | null> {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = tx.services.box.seal(secret.toString('hex'), placeOf(userId))
  const { rows } = await tx.sql`
    update users set calendar_sealed = ${sealed}, calendar_hash = ${hash('sha256', secret, 'buffer')}, calendar_secret = null, is_calendar_unmade = false
    where org_id = ${orgId} and id = ${userId} and ${isFit} returning id`
  return rows.length ? addressOf(orgId, secret.toString('hex'), host) : null
}

export async function revokeLink(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.sql`
    update users set calendar_sealed = null, calendar_hash = null, calendar_secret = null, is_calendar_unmade = false
    where org_id = ${orgId} and id = ${userId}`
}

/** Encrypts links that are older than the encryption. */
export const encryptCalendarLinks = (database: Database): Promise<void> =>
  encryptColumn(database, {
    table: 'users',
    isReadable: 'calendar_secret is not null',
    from: 'calendar_secret',
    into: 'calendar_sealed',
    left: () => null,
    placeOf,
  })

function addressOf(orgId: string, secret: string | null, { host }: Host): string | null {
  if (secret === null) return null
  const file = Buffer.from(orgId.replaceAll('-', '') + secret, 'hex').toString('base64url')
  return `webcal://${host}/api/ical/${file}.ics`
}

const noOne = Buffer.alloc(16 + SECRET_BYTES)

/**
 * Splits a file name into firm and secret hash. A malformed name maps to a firm that doesn't exist, so it is looked up
 * as well.
 */
export function readFile(file: string): { orgId: string; secretHash: Buffer } {
  const bytes = /^[\w-]{64}\.ics$/.test(file) ? Buffer.from(file.slice(0, -4), 'base64url') : noOne
  return { orgId: uuidOf(bytes.subarray(0, 16)), secretHash: hash('sha256', bytes.subarray(16), 'buffer') }
}

export type Subscriber = { id: string; seq: string; zone: string }

/**
 * Returns the person with this secret's hash and the last sequence number of their feed. Undefined if they can't have a
 * calendar now.
 */
export async function subscriberOf(tx: Tx, secretHash: Buffer): Promise<Subscriber | undefined> {
  const { rows } = await tx.sql<Subscriber>`
    select u.id, coalesce(${lastSeq(MAIN_FEED, sql`u.id`)}, 0)::text as seq, o.time_zone as zone
    from users u join orgs o on o.id = u.org_id
    where u.org_id = ${currentOrgId} and u.calendar_hash = ${secretHash} and u.deactivated_at is null and not o.is_closed
      and ${isOnIn(sql`o.subscriptions`, trackerFlag)} and ${isOnIn(sql`o.subscriptions`, calendarFlag)}`
  return rows[0]
}
