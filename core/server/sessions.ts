// Session tokens: opens, reads, and ends sessions, and identifies the principal of a call.
import { type RawBuilder, sql } from 'kysely'
import type { ApiScope } from '#core/contract/apiScope.ts'
import { dayIn } from '#core/contract/dates.ts'
import { Refusal, WIPE_CODE } from '#core/contract/errors.ts'
import type { FirmSubscriptions, Lists } from '#core/contract/session.ts'
import type { Stages } from '#core/contract/stages.ts'
import type { Actor, Context } from '#core/sync/protocol.ts'
import { FixedStatement, Slot } from './database/fixedStatement.ts'
import { currentOrgId } from './database/tenant.ts'
import type { Tx } from './database/tx.ts'
import { linkKeyOf, type StoredLinkKey } from './files/linkKey.ts'
import { newToken } from './tokens.ts'

/** Within the maximum age and idle time of the firm `o`, which it can shorten. */
export const isWithinMaxAge = (now: RawBuilder<unknown> = sql`now()`) =>
  sql`${now} - s.created_at < make_interval(hours => o.longest_hours)`
export const isWithinIdleTimeout = (now: RawBuilder<unknown> = sql`now()`) =>
  sql`${now} - s.used_at < make_interval(hours => o.idle_hours)`

export type SignedInSession = {
  actor: Actor
  tokenHash: Buffer
  /** ID shown in the list of devices. */
  sessionId: string
  /** Impersonator, if any. */
  by?: Original
  /** Whether this use is due to be recorded. See `touchSession`. */
  isIdle: boolean
  /** Can only set up a second factor. */
  isEnrolling: boolean
  /** API client instead of a person. See `programs.ts`. */
  program?: Program
  user: { email: string; phone: string; settings: Record<string, number> }
  org: {
    id: string
    name: string
    category_name: string
    access: string
    zone: string
    subscriptions: FirmSubscriptions
    /** Signs links to files, and is derived when a link needs it. See `core/server/files/links.ts`. */
    linkKey: () => Buffer
    logoId: string | null
    /** Options in the target form. Null for the defaults. */
    lists: Lists | null
    /** Null for the offered ones. */
    stages: Stages | null
  }
}

export type Program = { name: string; scopes: readonly ApiScope[] }

/** From the same firm, or an operator. */
export type Original = { orgId: string; id: string; name: string }

export const noSession = () => new Refusal('no_session', 'Sign in again.', 401)

/** Tells the holder of the ended session's token to wipe the device. */
const toWipe = () => new Refusal(WIPE_CODE, 'The owner signed this device out.', 401)

/** Returns false if the transaction has ended or was aborted. A later call then reports it. */
async function isToWipe(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  if (!tx.isOpen) return false
  const found =
    await tx.sql`select 1 from wipes where org_id = ${currentOrgId} and token_hash = ${tokenHash} and wiped_at is null`.catch(
      () => null,
    )
  return found !== null && found.rows.length > 0
}

/** The principal, as values or SQL expressions. */
export type Principal = Record<'id' | 'zone' | 'today', string | RawBuilder<string>> & {
  /** A manager is viewing this person's data. */
  isProxied?: boolean
  /** Hash of the session's token, if it claims to be this person. */
  tokenHash?: Buffer
}
export const principalOf = ({ actor, zone, now, by }: Pick<Context, 'actor' | 'zone' | 'now' | 'by'>): Principal => ({
  id: actor.id,
  zone,
  today: dayIn(zone, now),
  ...(by && { isProxied: true }),
})

/**
 * The principal that a token claims, for statements sent right behind the lookup of its session or API client. No one if
 * the token is unknown. The lookup decides whether the claim holds.
 */
export function claimedPrincipal({ hash, isProgram }: { hash: Buffer; isProgram: boolean }, now: string): Principal {
  return isProgram ? claimOf(apiTokens, hash, now) : { ...sessionClaim(hash, now), tokenHash: hash }
}

const apiTokens = sql`select k.id from api_tokens k`
const sessions = sql`select k.user_id from sessions k`
const zone = sql<string>`(select o.time_zone from orgs o where o.id = ${currentOrgId})`

/** The principal that a session's token claims, for a statement with slots for the token's hash and the time. */
export const sessionClaim = (hash: Buffer | Slot, now: string | Slot): Principal => claimOf(sessions, hash, now)

const claimOf = (owner: RawBuilder<unknown>, hash: Buffer | Slot, now: string | Slot): Principal => ({
  id: sql`(${owner} where k.org_id = ${currentOrgId} and k.token_hash = ${hash})`,
  zone,
  today: sql`(${now}::timestamptz at time zone ${zone})::date`,
})

type SessionRow = StoredLinkKey &
  PersonRow & {
    lists: Lists | null
    stages: Stages | null
    is_idle: boolean
    session_id: string
    is_enrolling: boolean
    by_org_id: string | null
    by_user_id: string
    by_name: string
    from_session: string | null
  }

const sessionLookup = new FixedStatement(sql<SessionRow>`
    select s.user_id, s.id as session_id, s.by_org_id, s.by_user_id, s.by_name, s.from_session, u.email, u.first_name, u.last_name, u.phone, u.role, u.settings,
      o.id as org_id, o.name, o.category_name, o.access, o.time_zone, o.subscriptions, o.link_key, o.link_sealed, o.logo_id, o.lists, o.stages, s.is_enrolling,
      s.used_at < now() - least(interval '1 hour', make_interval(mins => o.idle_hours * 5)) as is_idle
    from sessions s
    join users u on u.org_id = s.org_id and u.id = s.user_id
    join orgs o on o.id = s.org_id
    where s.org_id = ${currentOrgId} and s.token_hash = ${new Slot('hash')} and u.deactivated_at is null
      and ${isWithinIdleTimeout()} and ${isWithinMaxAge()} and (s.ends_at is null or s.ends_at > ${new Slot('now')}::timestamptz)`)

/** Looks in the firm set on `tx`. Throws 401 for an expired session. */
export async function findSession(tx: Tx, tokenHash: Buffer, now = new Date().toISOString()): Promise<SignedInSession> {
  const found = await tx.send(sessionLookup.with({ hash: tokenHash, now }))
  const row = found.rows[0]
  if (!row) throw (await isToWipe(tx, tokenHash)) ? toWipe() : noSession()
  if (!(await isBegunStill(tx, row))) throw noSession()
  return {
    tokenHash,
    sessionId: row.session_id,
    ...(row.by_org_id && { by: { orgId: row.by_org_id, id: row.by_user_id, name: row.by_name } }),
    isIdle: row.is_idle,
    isEnrolling: row.is_enrolling,
    ...personIn(row, { linkKey: () => linkKeyOf(tx, row.org_id, row), lists: row.lists, stages: row.stages }),
  }
}

/** Returns whether an operator's session in another firm still has the session that it began from. */
async function isBegunStill(
  { database }: Tx,
  session: { org_id: string; by_org_id: string | null; from_session: string | null },
): Promise<boolean> {
  const { org_id: orgId, by_org_id: from, from_session: id } = session
  if (from === null || id === null || from === orgId) return true
  return database.dialect.existsElsewhere(
    database,
    sql`
      select 1 from sessions s join users u on u.org_id = s.org_id and u.id = s.user_id
      where s.org_id = ${from} and s.id = ${id} and u.role = 'operator' and u.deactivated_at is null`,
  )
}

/** Columns of `orgs`. */
export type FirmRow = {
  org_id: string
  name: string
  category_name: string
  access: string
  time_zone: string
  subscriptions: FirmSubscriptions
  logo_id: string | null
}

type KeptOfFirm = Pick<SignedInSession['org'], 'linkKey' | 'lists' | 'stages'>

export const firmIn = (row: FirmRow, kept: KeptOfFirm): SignedInSession['org'] => ({
  id: row.org_id,
  name: row.name,
  category_name: row.category_name,
  access: row.access,
  zone: row.time_zone,
  subscriptions: row.subscriptions,
  logoId: row.logo_id,
  ...kept,
})

/** Columns of `users` and `orgs`. */
export type PersonRow = SignedInSession['user'] &
  Pick<Actor, 'first_name' | 'last_name' | 'role'> &
  FirmRow & { user_id: string }

export const personIn = (row: PersonRow, kept: KeptOfFirm): Pick<SignedInSession, 'actor' | 'user' | 'org'> => ({
  actor: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, role: row.role },
  user: { email: row.email, phone: row.phone, settings: row.settings },
  org: firmIn(row, kept),
})

/** Returns the valid ones in the firm set on `tx`, as hex hashes. */
export async function activeSessions(tx: Tx, tokenHashes: Buffer[], now: string): Promise<Set<string>> {
  const { rows } = await tx.sql<{
    hash: string
    org_id: string
    by_org_id: string | null
    from_session: string | null
  }>`
    select encode(s.token_hash, 'hex') as hash, s.org_id, s.by_org_id, s.from_session from sessions s join users u on u.org_id = s.org_id and u.id = s.user_id
    join orgs o on o.id = s.org_id
    where s.org_id = ${currentOrgId} and s.token_hash = any(${tokenHashes}::bytea[]) and u.deactivated_at is null
      and ${isWithinIdleTimeout(sql`${now}::timestamptz`)} and ${isWithinMaxAge(sql`${now}::timestamptz`)} and (s.ends_at is null or s.ends_at > ${now}::timestamptz)`
  const living = new Set<string>()
  for (const row of rows) if (await isBegunStill(tx, row)) living.add(row.hash)
  return living
}

/** Sessions end after some days without use. */
export function touchSession(tx: Tx, { org, tokenHash }: SignedInSession, address: string): void {
  void tx.send(
    sql`update sessions set used_at = now(), address = ${address} where org_id = ${org.id} and token_hash = ${tokenHash}`,
  )
}

/** Shown in the person's list of devices. */
export type ClientDescription = { device: string; address: string }

/** The provider's session ID, if it has one, and the person's subject there. */
export type Via = { providerId: string; sid: string | null; subject: string }

/** Returns the token, which can't be read again: only its hash is stored. */
export async function openSession(
  tx: Tx,
  orgId: string,
  userId: string,
  place: ClientDescription = { device: '', address: '' },
  { via, isEnrolling = false }: { via?: Via | undefined; isEnrolling?: boolean } = {},
): Promise<string> {
  const { token, hash } = newToken(orgId)
  await tx.sql`
    insert into sessions (org_id, token_hash, user_id, device, address, provider_id, provider_sid, provider_subject, is_enrolling)
    values (${orgId}, ${hash}, ${userId}, ${place.device}, ${place.address}, ${via?.providerId ?? null}, ${via?.sid ?? null}, ${via?.subject ?? null}, ${isEnrolling})`
  return token
}
