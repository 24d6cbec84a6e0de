// Idempotency keys: a repeated request is executed once and gets the same response.
import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { attached } from '#core/server/database/attached.ts'
import { movedIn, send, type Tx, withoutRls } from '#core/server/database/firm.ts'
import { isOnCluster } from '#core/server/database/scope.ts'
import { type Call, RawJson } from '#core/server/routes.ts'
import type { Job } from '#core/server/work/jobs.ts'

/** `userId` can be SQL if the caller isn't known yet. */
export type IdempotentRequest = {
  orgId: string
  userId: string | RawBuilder<string>
  key: string
  fingerprint: Buffer
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
  const made = await send(
    tx,
    sql<{ key: string }>`
    insert into once_only (org_id, user_id, key, fingerprint) values (${orgId}, ${userId}, ${key}, ${fingerprint})
    on conflict (org_id, user_id, key) do nothing returning key`,
  )
  if (made.rows.length === 1) return null
  // The lock makes this a write, so that its commit waits for a standby and a repeated response is stored there too.
  const first = await sql<{ fingerprint: Buffer; status: number; answer: string | null; sealed: Buffer | null }>`
    select fingerprint, status, answer, sealed from once_only where org_id = ${orgId} and user_id = ${userId} and key = ${key} for update`.execute(
    tx,
  )
  const row = first.rows[0]!
  if (!row.fingerprint.equals(fingerprint))
    throw new Refusal('key_reused', 'This Idempotency-Key was already used for another change.', 409)
  const text = row.answer ?? (row.sealed && attached().box.open(row.sealed, placeOf(orgId, key)))
  if (text === null) throw new Refusal('answer_lost', 'This was already done. Reload to see it.', 409)
  return { status: row.status, text }
}

const placeOf = (orgId: string, key: string) => `answer of ${orgId} ${key.toLowerCase()}`

/** Stored with the change. Resolves to people whose feeds changed, see migration 0009. */
export async function settle(
  tx: Tx,
  { orgId, userId, key, hasSecret = false }: IdempotentRequest,
  { status, text }: StoredResponse,
): Promise<string> {
  const sealed = hasSecret ? attached().box.seal(text, placeOf(orgId, key)) : null
  const isElsewhere = isOnCluster()
  const kept = send(
    tx,
    sql<{
      moved: string | null
    }>`update once_only set status = ${status}, answer = ${sealed ? null : text}, sealed = ${sealed}
      where org_id = ${orgId} and user_id = ${userId} and key = ${key}
      ${isElsewhere ? sql`` : sql`returning current_setting('app.moved', true) as moved`}`,
  )
  // On a cluster, another node responds than recorded it.
  const moved = isElsewhere ? await movedIn(tx) : ((await kept).rows[0]?.moved ?? '')
  await kept
  return moved
}

/** Called after the refused transaction was rolled back. */
export async function storeRejection(tx: Tx, stamped: IdempotentRequest, answer: StoredResponse): Promise<void> {
  if ((await reserveKey(tx, stamped)) === null) await settle(tx, stamped, answer)
}

/** For long calls, which open their own transaction. `content` is the input if it isn't the body. See `defineIdempotentHandler`. */
export async function withIdempotency<T>(
  tx: Tx,
  { session, context, request }: Pick<Call<unknown, unknown, unknown>, 'session' | 'context' | 'request'>,
  work: () => Promise<T>,
  content: unknown = request.body,
): Promise<{ isFirst: boolean; answer: T | RawJson }> {
  const fingerprint = fingerprintOf(request.method, request.url, content)
  const stamped = { orgId: session.org.id, userId: session.actor.id, key: context.key, fingerprint }
  const first = await reserveKey(tx, stamped)
  if (first) return { isFirst: false, answer: new RawJson(first.text) }
  const answer = await work()
  await settle(tx, stamped, { status: 200, text: JSON.stringify(answer) })
  return { isFirst: true, answer }
}

/** Days to store responses. Devices can repeat for at least 7. Source: RULINGS, section 2. */
export const KEEP_ANSWERS_DAYS = 30

export const purgeStoredResponses: Job = {
  name: 'forget-answers',
  cron: '40 9 * * *',
  async run(database) {
    await withoutRls(database, async (tx) => {
      await sql`delete from once_only where created_at < now() - make_interval(days => ${KEEP_ANSWERS_DAYS})`.execute(
        tx,
      )
      await sql`delete from rate_limits where window_start < now() - interval '1 day'`.execute(tx)
    })
  },
}
