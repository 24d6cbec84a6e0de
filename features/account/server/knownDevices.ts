// Devices where a person has signed in. Their cookie grants no access and only separates the count of guesses.
import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#core/server/database/tx.ts'
import { cookieOf, setCookie } from './cookies.ts'
import type { FactorOwner } from './secondFactor.ts'

const COOKIE = 'pursuit_device'
/** Browsers keep a cookie for 400 days at most. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60
/** Remembered people per shared browser, and remembered devices per person. */
const PEOPLE_PER_DEVICE = 5
const DEVICES_PER_PERSON = 20

const hashOf = (token: string) => hash('sha256', token, 'buffer')
const tokensOf = (request: FastifyRequest) =>
  cookieOf(request, COOKIE)
    .split('.')
    .filter((token) => /^[\w-]{32}$/.test(token))
    .slice(0, PEOPLE_PER_DEVICE)

/** Returns the hashes that can identify this device, one per person who has signed in on it. */
export const deviceHashes = (request: FastifyRequest): Buffer[] => tokensOf(request).map(hashOf)

/**
 * Remembers this device. Returns the cookie's new value, or null if it was known. An existing value is never assigned
 * to the person, because someone else may have planted it.
 */
export async function rememberDevice(
  tx: Tx,
  { orgId, userId }: FactorOwner,
  request: FastifyRequest,
  now: string,
): Promise<string | null> {
  const mine = sql`org_id = ${orgId} and user_id = ${userId}`
  const known = await tx.sql`
    update known_devices set used_at = ${now} where ${mine} and device_hash = any(${deviceHashes(request)}::bytea[]) returning 1`
  if (known.rows.length > 0) return null
  const token = randomBytes(24).toString('base64url')
  await tx.sql`
    delete from known_devices where ${mine} and device_hash in (
      select device_hash from known_devices where ${mine} order by used_at desc offset ${DEVICES_PER_PERSON - 1})`
  await tx.sql`
    insert into known_devices (org_id, user_id, device_hash, used_at) values (${orgId}, ${userId}, ${hashOf(token)}, ${now})`
  return [token, ...tokensOf(request)].slice(0, PEOPLE_PER_DEVICE).join('.')
}

export const setDeviceCookie = (call: { request: FastifyRequest; reply: FastifyReply }, value: string) =>
  setCookie(call, { name: COOKIE, value, path: '/api/user', seconds: COOKIE_SECONDS })

/** Forgets all devices after a change of credentials, except the one that made the change, if given. */
export async function purgeKnownDevices(
  tx: Tx,
  { orgId, userId }: FactorOwner,
  { except = [] }: { except?: Buffer[] } = {},
): Promise<void> {
  await tx.sql`
    delete from known_devices where org_id = ${orgId} and user_id = ${userId} and not device_hash = any(${except}::bytea[])`
}
