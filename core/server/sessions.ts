import { type RawBuilder, sql } from 'kysely'
import type { ApiScope } from '#core/contract/apiScope.ts'
import { dayIn } from '#core/contract/dates.ts'
import { Refusal, WIPE_CODE } from '#core/contract/errors.ts'
import type { FirmSubscriptions, Lists } from '#core/contract/session.ts'
import type { Actor, Context } from '#core/sync/protocol.ts'
import { setClusterTransaction } from './database/distributed.ts'
import { firm, send, type Tx, withoutRls } from './database/firm.ts'
import { currentScope, outsideTransaction } from './database/scope.ts'
import { linkKeyOf, type StoredLinkKey } from './files/linkKey.ts'
import { newToken } from './tokens.ts'

/** Whether a session `s` of the firm `o` has not ended by its age, nor for want of use: a firm may have both sooner. */
export const isWithinMaxAge = (now: RawBuilder<unknown> = sql`now()`) =>
  sql`${now} - s.created_at < make_interval(hours => o.longest_hours)`
export const isWithinIdleTimeout = (now: RawBuilder<unknown> = sql`now()`) =>
  sql`${now} - s.used_at < make_interval(hours => o.idle_hours)`

export type SignedInSession = {
  actor: Actor
  tokenHash: Buffer
  /** The session itself, as the list of devices names it. */
  sessionId: string
  /** Who works as the actor, while switched. */
  by?: Original
  /** Its last use was noted so long ago that this one is worth a write: see `noteUse`. */
  isIdle: boolean
  /** It is good for setting up a second factor alone. */
  isEnrolling: boolean
  /** No person: a program of the firm, which acts for the firm. See programs.ts. */
  program?: Program
  user: { email: string; phone: string; settings: Record<string, number> }
  org: {
    id: string
    name: string
    category_name: string
    access: string
    zone: string
    subscriptions: FirmSubscriptions
    /** Signs links to the firm's files: see core/server/files/links.ts. */
    linkKey: Buffer
    logoId: string | null
    /** What the firm offers while a target is written; null for the defaults. */
    lists: Lists | null
  }
}

export type Program = { name: string; scopes: readonly ApiScope[] }

/** The person behind a switched session: of the same firm, or an operator. */
export type Original = { orgId: string; id: string; name: string }

export const noSession = () => new Refusal('no_session', 'Sign in again.', 401)

/** Its owner wants nothing left on the device: heard by whoever has the ended session's token. */
const toWipe = () => new Refusal(WIPE_CODE, 'The owner signed this device out.', 401)

/** False too where a statement sent along has ended the transaction: then another call is told. */
async function isToWipe(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const asked = sql`select 1 from wipes where org_id = ${firm} and token_hash = ${tokenHash} and wiped_at is null`
  const found = await asked.execute(tx).catch(() => null)
  return found !== null && found.rows.length > 0
}

/** Who asks: values, or SQL that stands for them. */
export type Principal = Record<'id' | 'zone' | 'today', string | RawBuilder<string>> & {
  /** Somebody else looks with this person's eyes: a manager. */
  isProxied?: boolean
}
export const principalOf = ({ actor, zone, now, by }: Pick<Context, 'actor' | 'zone' | 'now' | 'by'>): Principal => ({
  id: actor.id,
  zone,
  today: dayIn(zone, now),
  ...(by && { isProxied: true }),
})

/** For statements that are sent right behind the session's question, before its answer is known. Nobody where there is no session. */
export const caller: Principal = {
  id: sql`nullif(current_setting('app.user_id', true), '')::uuid`,
  // Without a session there is no zone, and PostgreSQL refuses an empty one.
  zone: sql`coalesce(nullif(current_setting('app.zone', true), ''), 'UTC')`,
  today: sql`nullif(current_setting('app.today', true), '')::date`,
}

/** The person behind a token in the firm that is set on `tx`, who is `caller` from then on; throws 401 for a dead session. */
export async function findSession(tx: Tx, tokenHash: Buffer, now = new Date().toISOString()): Promise<SignedInSession> {
  const finding = send(
    tx,
    sql<
      StoredLinkKey &
        PersonRow & {
          lists: Lists | null
          is_idle: boolean
          session_id: string
          is_enrolling: boolean
          by_org_id: string | null
          by_user_id: string
          by_name: string
          from_session: string | null
        }
    >`
    select s.user_id, s.id as session_id, s.by_org_id, s.by_user_id, s.by_name, s.from_session, u.email, u.first_name, u.last_name, u.phone, u.role, u.settings,
      o.id as org_id, o.name, o.category_name, o.access, o.time_zone, o.subscriptions, o.link_key, o.link_sealed, o.logo_id, o.lists, s.is_enrolling,
      s.used_at < now() - least(interval '1 hour', make_interval(mins => o.idle_hours * 5)) as is_idle,
      set_config('app.user_id', s.user_id::text, true) || set_config('app.zone', o.time_zone, true)
        || set_config('app.today', (${now}::timestamptz at time zone o.time_zone)::date::text, true)
        || case when s.by_user_id is null then '' else set_config('app.by_name', s.by_name, true) || set_config('app.by_user_id', s.by_user_id::text, true) end as caller
    from sessions s
    join users u on u.org_id = s.org_id and u.id = s.user_id
    join orgs o on o.id = s.org_id
    where s.org_id = ${firm} and s.token_hash = ${tokenHash} and u.deactivated_at is null
      and ${isWithinIdleTimeout()} and ${isWithinMaxAge()} and (s.ends_at is null or s.ends_at > ${now}::timestamptz)`,
  )
  setClusterTransaction(finding, ({ rows: [row] }) =>
    row
      ? callerSettings({
          userId: row.user_id,
          zone: row.time_zone,
          now,
          byName: row.by_user_id && row.by_name,
          byUserId: row.by_user_id,
        })
      : {},
  )
  const found = await finding
  const row = found.rows[0]
  if (!row) throw (await isToWipe(tx, tokenHash)) ? toWipe() : noSession()
  if (!(await isBegunStill(row))) throw noSession()
  return {
    tokenHash,
    sessionId: row.session_id,
    ...(row.by_org_id && { by: { orgId: row.by_org_id, id: row.by_user_id, name: row.by_name } }),
    isIdle: row.is_idle,
    isEnrolling: row.is_enrolling,
    ...personIn(row, { linkKey: linkKeyOf(row.org_id, row), lists: row.lists }),
  }
}

/**
 * Elsewhere a session ends with the one it was opened from. On a cluster that one may be on another node, where an operator came from: it is looked at,
 * by another connection, since this one is locked into its firm.
 */
async function isBegunStill(session: {
  org_id: string
  by_org_id: string | null
  from_session: string | null
}): Promise<boolean> {
  const { org_id: orgId, by_org_id: from, from_session: id } = session
  const database = currentScope()?.database
  if (from === null || id === null || from === orgId || !database?.isDistributed) return true
  const begun = await outsideTransaction(() =>
    withoutRls(database, (tx) =>
      sql`
      select 1 from sessions s join users u on u.org_id = s.org_id and u.id = s.user_id
      where s.org_id = ${from} and s.id = ${id} and u.role = 'operator' and u.deactivated_at is null`.execute(tx),
    ),
  )
  return begun.rows.length > 0
}

/** The same that the question itself has set where the rows are. */
export const callerSettings = (caller: {
  userId: string
  zone: string
  now: string
  byName: string | null
  byUserId?: string | null
}): Record<string, string | null> => ({
  'app.user_id': caller.userId,
  'app.zone': caller.zone,
  'app.today': dayIn(caller.zone, new Date(caller.now)),
  'app.by_name': caller.byName,
  'app.by_user_id': caller.byUserId ?? null,
})

/** A firm, by the columns of `orgs`. */
export type FirmRow = {
  org_id: string
  name: string
  category_name: string
  access: string
  time_zone: string
  subscriptions: FirmSubscriptions
  logo_id: string | null
}

/** What a session says of it. */
export const firmIn = (
  row: FirmRow,
  { linkKey, lists }: Pick<SignedInSession['org'], 'linkKey' | 'lists'>,
): SignedInSession['org'] => ({
  id: row.org_id,
  name: row.name,
  category_name: row.category_name,
  access: row.access,
  zone: row.time_zone,
  subscriptions: row.subscriptions,
  linkKey,
  logoId: row.logo_id,
  lists,
})

/** A person and their firm, by the columns of `users` and `orgs`. */
export type PersonRow = SignedInSession['user'] &
  Pick<Actor, 'first_name' | 'last_name' | 'role'> &
  FirmRow & { user_id: string }

/** What a session says of them. */
export const personIn = (
  row: PersonRow,
  kept: Pick<SignedInSession['org'], 'linkKey' | 'lists'>,
): Pick<SignedInSession, 'actor' | 'user' | 'org'> => ({
  actor: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, role: row.role },
  user: { email: row.email, phone: row.phone, settings: row.settings },
  org: firmIn(row, kept),
})

/** Those of some sessions of the firm set on `tx` that a call would still be answered to: their hashes in hex. */
export async function activeSessions(tx: Tx, tokenHashes: Buffer[], now: string): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string; org_id: string; by_org_id: string | null; from_session: string | null }>`
    select encode(s.token_hash, 'hex') as hash, s.org_id, s.by_org_id, s.from_session from sessions s join users u on u.org_id = s.org_id and u.id = s.user_id
    join orgs o on o.id = s.org_id
    where s.org_id = ${firm} and s.token_hash = any(${tokenHashes}::bytea[]) and u.deactivated_at is null
      and ${isWithinIdleTimeout(sql`${now}::timestamptz`)} and ${isWithinMaxAge(sql`${now}::timestamptz`)} and (s.ends_at is null or s.ends_at > ${now}::timestamptz)`.execute(
    tx,
  )
  const living = new Set<string>()
  for (const row of rows) if (await isBegunStill(row)) living.add(row.hash)
  return living
}

/** A session ends after some days without use: this is one, and from where. */
export function touchSession(tx: Tx, { org, tokenHash }: SignedInSession, address: string): void {
  void send(
    tx,
    sql`update sessions set used_at = now(), address = ${address} where org_id = ${org.id} and token_hash = ${tokenHash}`,
  )
}

/** Where a session is opened: told in the list of one's devices. */
export type ClientDescription = { device: string; address: string }

/** The sign-on that a session came of: the provider's own session where it names one, and who the person is there. */
export type Via = { providerId: string; sid: string | null; subject: string }

/** Opens a session and returns its token: the only time it is seen; what is stored is its hash. */
export async function openSession(
  tx: Tx,
  orgId: string,
  userId: string,
  place: ClientDescription = { device: '', address: '' },
  { via, isEnrolling = false }: { via?: Via | undefined; isEnrolling?: boolean } = {},
): Promise<string> {
  const { token, hash } = newToken(orgId)
  await sql`
    insert into sessions (org_id, token_hash, user_id, device, address, provider_id, provider_sid, provider_subject, is_enrolling)
    values (${orgId}, ${hash}, ${userId}, ${place.device}, ${place.address}, ${via?.providerId ?? null}, ${via?.sid ?? null}, ${via?.subject ?? null}, ${isEnrolling})`.execute(
    tx,
  )
  return token
}
