// The once-only door: a change that a client asks for twice happens once and is answered twice.
import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { attached } from '#core/server/database/attached.ts'
import { asSystem, movedIn, send, type Tx } from '#core/server/database/firm.ts'
import { isOnCluster } from '#core/server/database/scope.ts'
import { type Call, RawJson } from '#core/server/routes.ts'
import type { Job } from '#core/server/work/jobs.ts'

/** `userId` may be SQL for it, where the caller is not known yet. */
export type Stamped = {
  orgId: string
  userId: string | RawBuilder<string>
  key: string
  fingerprint: Buffer
  /** The answer is kept sealed. */
  hasSecret?: boolean | undefined
}
export type FirstAnswer = { status: number; text: string }

export const fingerprintOf = (method: string, address: string, body: unknown): Buffer =>
  hash('sha256', `${method} ${address}\n${JSON.stringify(body ?? null)}`, 'buffer')

/**
 * Claims the key before anything is decided. While another transaction holds the same key this waits for its end.
 * Returns null when the change is ours to make, the first answer when it was made before, and throws 409 for another change under the same key.
 */
export async function claim(tx: Tx, { orgId, userId, key, fingerprint }: Stamped): Promise<FirstAnswer | null> {
  const made = await send(
    tx,
    sql<{ key: string }>`
    insert into once_only (org_id, user_id, key, fingerprint) values (${orgId}, ${userId}, ${key}, ${fingerprint})
    on conflict (org_id, user_id, key) do nothing returning key`,
  )
  if (made.rows.length === 1) return null
  // The lock makes this a change, whose commit waits for a standby as the first one should have: what is answered again is kept there too.
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

/** Stores the answer in the transaction of the change: both are there, or neither. Resolves to whom the change moved, see migration 0009. */
export async function settle(
  tx: Tx,
  { orgId, userId, key, hasSecret = false }: Stamped,
  { status, text }: FirstAnswer,
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
  // A cluster answers from another node than the one that noted it.
  const moved = isElsewhere ? await movedIn(tx) : ((await kept).rows[0]?.moved ?? '')
  await kept
  return moved
}

/** Keeps a refusal, whose own transaction was rolled back, as the first answer. */
export async function settleRefusal(tx: Tx, stamped: Stamped, answer: FirstAnswer): Promise<void> {
  if ((await claim(tx, stamped)) === null) await settle(tx, stamped, answer)
}

/**
 * The door for long calls, which open the transaction of their change themselves: the work is done once, however often it is asked for,
 * and a call that is sent again gets the first answer. `content` is what was sent, where that is not the body. See `serveOnce`.
 */
export async function once<T>(
  tx: Tx,
  { session, context, request }: Pick<Call<unknown, unknown, unknown>, 'session' | 'context' | 'request'>,
  work: () => Promise<T>,
  content: unknown = request.body,
): Promise<{ isFirst: boolean; answer: T | RawJson }> {
  const fingerprint = fingerprintOf(request.method, request.url, content)
  const stamped = { orgId: session.org.id, userId: session.actor.id, key: context.key, fingerprint }
  const first = await claim(tx, stamped)
  if (first) return { isFirst: false, answer: new RawJson(first.text) }
  const answer = await work()
  await settle(tx, stamped, { status: 200, text: JSON.stringify(answer) })
  return { isFirst: true, answer }
}

/** Days that first answers are kept; devices may ask again for at least 7. Source: RULINGS, section 2. */
export const KEEP_ANSWERS_DAYS = 30

export const forgetAnswers: Job = {
  name: 'forget-answers',
  cron: '40 9 * * *',
  async run(database) {
    await asSystem(database, async (tx) => {
      await sql`delete from once_only where created_at < now() - make_interval(days => ${KEEP_ANSWERS_DAYS})`.execute(
        tx,
      )
      await sql`delete from rate_limits where window_start < now() - interval '1 day'`.execute(tx)
    })
  },
}
