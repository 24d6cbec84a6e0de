// Keys by which a firm's programs are let in beside API tokens: its directory's, and the one for its videos. Each is 256 random bits, stored as a hash.
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { Refusal, sentences } from '#core/contract/errors.ts'
import { asSystem, firm, inFirm, type Tx } from './database/firm.ts'
import type { Database } from './database/open.ts'
import { readToken } from './tokens.ts'

export type KeyKind = {
  /** Name of the rate limit. */
  scope: string
  callsPerMinute: number
  /** The table that holds the hashes. Its alias is `t`. */
  table: RawBuilder<unknown>
  /** SQL for the key's own id and name, as `id` and `name`. */
  columns: RawBuilder<unknown>
}
export type AdmittedKey = { orgId: string; id: string; name: string; firmName: string }

const noKey = () => new Refusal('no_key', 'This key is not known here, or has ended.', 401)

/** Returns whose key a call brings. Throws 401 for what is no key and for a firm that is suspended or closing, 429 beyond the limit. */
export async function admitKey(
  { request, database }: { request: FastifyRequest; database: Database },
  { scope, callsPerMinute, table, columns }: KeyKind,
): Promise<AdmittedKey> {
  const token = readToken(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  if (!token) throw noKey()
  const { orgId, hash } = token
  type Row = Omit<AdmittedKey, 'orgId'> & { is_closed: boolean; is_idle: boolean }
  const { rows } = await inFirm(
    database,
    orgId,
    (tx) =>
      sql<Row>`
      select ${columns}, o.name as "firmName", o.is_closed, coalesce(t.used_at < now() - interval '1 minute', true) as is_idle
      from ${table} t join orgs o on o.id = t.org_id where t.org_id = ${firm} and t.token_hash = ${hash}`.execute(tx),
    { isQuiet: true },
  )
  if (!rows[0]) throw noKey()
  const { is_closed, is_idle, ...key } = rows[0]
  if (is_closed) throw new Refusal('suspended', sentences.suspended, 401)
  await count(database, { scope, subject: key.id, callsPerMinute })
  if (is_idle)
    await inFirm(database, orgId, (tx) =>
      sql`update ${table} t set used_at = now() where t.org_id = ${firm} and t.token_hash = ${hash}`.execute(tx),
    )
  return { orgId, ...key }
}

type Counted = { scope: string; subject: string; callsPerMinute: number }

async function count(database: Database, { scope, subject, callsPerMinute }: Counted): Promise<void> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ tries: number; wait: number }>`
    insert into guesses as g (scope, subject, window_start, tries) values (${scope}, ${subject}, date_trunc('minute', now()), 1)
    on conflict (scope, subject, window_start) do update set tries = g.tries + 1
    returning tries, ceil(extract(epoch from window_start + interval '1 minute' - now()))::int as wait`.execute(tx),
  )
  const { tries, wait } = rows[0]!
  if (tries > callsPerMinute)
    throw new Refusal('too_many', 'Too many calls. Please wait a little.', 429, undefined, Math.max(1, wait))
}

/** Locks the firm's row before the number of its keys, tokens, or webhooks is checked, so that two made at once are counted one after the other. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select from orgs where id = ${firm} for update`.execute(tx)
}
