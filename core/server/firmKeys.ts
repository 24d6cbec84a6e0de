// Keys for a firm's directory and videos, in addition to API tokens. Each has 256 random bits and is stored as a hash.
import type { FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { errorMessages, forbidden, Refusal } from '#core/contract/errors.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import { countCall } from './callCounts.ts'
import type { Database } from './database/open.ts'
import { currentOrgId } from './database/tenant.ts'
import { type Tx, withOrg } from './database/tx.ts'
import { readToken } from './tokens.ts'

export type KeyKind = {
  scope: string
  callsPerMinute: number
  /** Table of the hashes, with the alias `t`. */
  table: RawBuilder<unknown>
  /** SQL that selects `id` and `name`. */
  columns: RawBuilder<unknown>
  /** The firm must have all of them. */
  flags?: readonly Flag[]
}
export type AdmittedKey = { orgId: string; id: string; name: string; firmName: string }

const noKey = () => new Refusal('no_key', 'Unknown or expired key.', 401)

/** Throws 401 for an invalid key or a suspended or closing firm, 403 without the features, and 429 beyond the limit. */
export async function authenticateFirmKey(
  { request, database }: { request: FastifyRequest; database: Database },
  { scope, callsPerMinute, table, columns, flags = [] }: KeyKind,
): Promise<AdmittedKey> {
  const token = readToken(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  if (!token) throw noKey()
  const { orgId, hash } = token
  type Row = Omit<AdmittedKey, 'orgId'> & { is_closed: boolean; is_idle: boolean; subscriptions: FirmSubscriptions }
  const { rows } = await withOrg(
    database,
    orgId,
    (tx) =>
      tx.sql<Row>`
      select ${columns}, o.name as "firmName", o.is_closed, o.subscriptions, coalesce(t.used_at < now() - interval '1 minute', true) as is_idle
      from ${table} t join orgs o on o.id = t.org_id where t.org_id = ${currentOrgId} and t.token_hash = ${hash}`,
    { isQuiet: true },
  )
  if (!rows[0]) throw noKey()
  const { is_closed, is_idle, subscriptions, ...key } = rows[0]
  if (is_closed) throw new Refusal('suspended', errorMessages.suspended, 401)
  if (!flags.every((flag) => isFeatureOn(subscriptions, flag))) throw forbidden()
  const sentence = 'Too many calls. Wait a moment.'
  await countCall(database, { scope, subject: key.id, most: callsPerMinute, minutes: 1, sentence })
  if (is_idle)
    await withOrg(
      database,
      orgId,
      (tx) => tx.sql`update ${table} t set used_at = now() where t.org_id = ${currentOrgId} and t.token_hash = ${hash}`,
    )
  return { orgId, ...key }
}

/** Serializes the creation of keys, tokens, and webhooks, so that concurrent ones can't exceed the limit. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.sql`select from orgs where id = ${currentOrgId} for update`
}
