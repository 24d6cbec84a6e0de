// Idempotency keys: a repeated request is executed once and gets the same response.
import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { type Call, RawJson } from '#core/server/routes.ts'
import type { Job } from '#core/server/work/jobs.ts'

/** `userId` can be SQL if the caller isn't known yet. */
export type IdempotentRequest = {
  orgId: string
  userId: string | RawBuilder<string>
  key: string
  fingerprint: Buffer
  /** Person who works as `userId`. */
  byUserId?: string | undefined
  /** The response is stored encrypted. */
  hasSecret?: boolean | undefined
}
export type StoredResponse = { status: number; text: string }

export const fingerprintOf = (method: string, address: string, body: unknown): Buffer =>
  hash('sha256', `${method} ${address}\n${JSON.stringify(body ?? null)}`, 'buffer')

/**
 * Reserves the key first, waiting for another holder. Returns null for a new change, or the first response. Throws 409
 * for another change under the key.
 */
export async function reserveKey(
  tx: Tx,
  { orgId, userId, key, fingerprint }: IdempotentRequest,
): Promise<StoredResponse | null> {
  const made = await tx.send(sql<{ key: string }>`
    insert into once_only (org_id, user_id, key, fingerprint)
    select ${orgId}::uuid, ${userId}::uuid, ${key}::uuid, ${fingerprint}::bytea
    on conflict (org_id, user_id, key) do nothing returning key`)
  if (made.rows.length === 1) return null
  // The lock makes this a write, so that its commit waits for a standby and a repeated response is stored there too.
  const first = await tx.sql<{ fingerprint: Buffer; status: number; answer: string | null; sealed: Buffer | null }>`
    select fingerprint, status, answer, sealed from once_only where org_id = ${orgId} and user_id = ${userId} and key = ${key} for update`
  const row = first.rows[0]!
  if (!row.fingerprint.equals(fingerprint))
    throw new Refusal('key_reused', 'This Idempotency-Key was already used for another change.', 409)
  const text = row.answer ?? (row.sealed && tx.services.box.open(row.sealed, placeOf(orgId, key)))
  if (text === null) throw new Refusal('answer_lost', 'This was already done. Reload to see it.', 409)
  return { status: row.status, text }
}

const placeOf = (orgId: string, key: string) => `answer of ${orgId} ${key.toLowerCase()}`

/** Stores the response with the change. Not awaited: a failure fails the transaction. */
export function settle(
  tx: Tx,
  { orgId, userId, key, byUserId, hasSecret = false }: IdempotentRequest,
  { status, text }: StoredResponse,
): void {
  const sealed = hasSecret ? tx.services.box.seal(text, placeOf(orgId, key)) : null
  void tx.send(sql`
    update once_only set status = ${status}, answer = ${sealed ? null : text}, sealed = ${sealed}, by_user_id = ${byUserId ?? null}
    where org_id = ${orgId} and user_id = ${userId} and key = ${key}`)
}

/** Called after the refused transaction was rolled back. */
export async function storeRejection(tx: Tx, stamped: IdempotentRequest, answer: StoredResponse): Promise<void> {
  if ((await reserveKey(tx, stamped)) === null) settle(tx, stamped, answer)
}

/** For long calls, which open their own transaction. `content` is the input if it isn't the body. See `defineIdempotentHandler`. */
export async function withIdempotency<T>(
  tx: Tx,
  { session, context, request }: Pick<Call<unknown, unknown, unknown>, 'session' | 'context' | 'request'>,
  work: () => Promise<T>,
  content: unknown = request.body,
): Promise<{ isFirst: boolean; answer: T | RawJson }> {
  const fingerprint = fingerprintOf(request.method, request.url, content)
  const stamped = {
    orgId: session.org.id,
    userId: session.actor.id,
    byUserId: session.by?.id,
    key: context.key,
    fingerprint,
  }
  const first = await reserveKey(tx, stamped)
  if (first) return { isFirst: false, answer: new RawJson(first.text) }
  const answer = await work()
  settle(tx, stamped, { status: 200, text: JSON.stringify(answer) })
  return { isFirst: true, answer }
}

/** Days to store responses. Devices can repeat for at least 7. Source: RULINGS, section 2. */
export const KEEP_ANSWERS_DAYS = 30

export const purgeStoredResponses: Job = {
  name: 'forget-answers',
  cron: '40 9 * * *',
  async run(database) {
    await withoutRls(database, async (tx) => {
      await tx.sql`delete from once_only where created_at < now() - make_interval(days => ${KEEP_ANSWERS_DAYS})`
      await tx.sql`delete from rate_limits where window_start < now() - interval '1 day'`
    })
  },
}
