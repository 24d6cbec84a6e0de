// Stored encrypted for all processes, and renewed when an hour old.
import { z } from 'zod'
import type { Database } from './database/open.ts'
import { withoutRls } from './database/tx.ts'
import { OutboundError, type OutboundLimits, outboundFetch } from './outboundAddress.ts'

/** Account at a service with OAuth 2.0 (RFC 6749, section 6). */
export type ServiceAccount = {
  /** Permanent, because its token is stored under it. */
  service: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  refreshToken: string
  scope?: string
}

const HOUR_MS = 60 * 60 * 1000
const Answer = z.object({ access_token: z.string().min(1).max(8192) })
const placeOf = (service: string) => `token of ${service}`

/** `isStale`: the service rejected the stored token. Throws `OutboundError`. */
export async function serviceToken(
  database: Database,
  account: ServiceAccount,
  { limits, now, isStale = false }: { limits: OutboundLimits; now: string; isStale?: boolean },
): Promise<string> {
  const { service } = account
  const kept = isStale ? null : await storedToken(database, service, now)
  if (kept !== null) return kept
  const token = await requestToken(account, limits)
  await withoutRls(
    database,
    (tx) =>
      tx.sql`
      insert into service_tokens (service, sealed, made_at)
      values (${service}, ${tx.services.box.seal(token, placeOf(service))}, ${now}::timestamptz)
      on conflict (service) do update set sealed = excluded.sealed, made_at = excluded.made_at`,
  )
  return token
}

/** Returns null if missing, an hour old, or encrypted with another key. */
const storedToken = (database: Database, service: string, now: string): Promise<string | null> =>
  withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<{ sealed: Buffer; made_at: string }>`
      select sealed, made_at from service_tokens where service = ${service}`
    const [row] = rows
    if (!row || Date.parse(now) - Date.parse(row.made_at) >= HOUR_MS) return null
    return tx.services.box.open(row.sealed, placeOf(service))
  })

async function requestToken(account: ServiceAccount, limits: OutboundLimits): Promise<string> {
  const { service, tokenUrl, clientId, clientSecret, refreshToken, scope } = account
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    ...(scope && { scope }),
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const answer = await outboundFetch(tokenUrl, { method: 'POST', headers, body }, limits)
  const said = Answer.safeParse(await answer.json().catch(() => null))
  if (answer.status !== 200 || !said.success)
    throw new OutboundError('unreachable', `${service} gives Pursuit no token: it answers ${answer.status}.`)
  return said.data.access_token
}
