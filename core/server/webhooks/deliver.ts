// Each address has its own queue with one delivery at a time, so a slow one delays no other. See `docs/decisions/0066`.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Database } from '../database/open.ts'
import { type Tx, withoutRls } from '../database/tx.ts'
import type { Dependencies } from '../dependencies.ts'
import { addressProblem, isAllowedAddress, isPublic } from '../outboundAddress.ts'
import { deliverySentence, retryWrite } from '../outgoing/deliveries.ts'
import { queueMail } from '../outgoing/outgoing.ts'
import { NotAllowed, post } from '../outgoing/post.ts'
import type { Job } from '../work/jobs.ts'
import { type AnyTask, defineTask, Stopped } from '../work/work.ts'
import { countTry, type DeliveryOutcome } from './counts.ts'
import { WEBHOOKS } from './queueEvents.ts'
import { signedHeaders, webhookSecretContext } from './signature.ts'

/** Concurrent addresses, and deliveries per turn of one. */
const LINES = 64
const IN_A_ROW = 20
/** Seconds before each retry, three days in total. */
const RETRIES = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** Seconds that a failing address is paused, at most. */
const LONGEST_REST = 300
/** Days of failures before an address is turned off, and its maximum pending deliveries. */
const DAYS_FAILING = 3
const MOST_WAITING = 20_000
/** Characters of a response that are stored. */
const ANSWER_KEPT = 500
/** Milliseconds between checks for due deliveries. */
const LOOK_EVERY = 500

type Line = { org_id: string; id: string }
type Delivery = Line & {
  delivery_id: string
  url: string
  body: string
  tries: number
  secret_sealed: Buffer
  old_sealed: Buffer | null
}
type Attempt = { isTaken: boolean; status: number | null; answer: string; problem: string }

/** SQL for webhooks `w` with a due delivery. */
const due = sql`
  w.off_why is null and w.rests_until <= now() and not exists (select 1 from orgs o where o.id = w.org_id and o.is_closed)
  and exists (select 1 from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id and d.state in ('waiting', 'sending') and d.next_at <= now())`

export const webhookTask = (means: Pick<Dependencies, 'box' | 'limits'>): AnyTask =>
  defineTask({
    ...WEBHOOKS,
    input: z.strictObject({}),
    key: () => 'all',
    isForClosed: true,
    sizes: { first: LINES, most: LINES, milliseconds: LOOK_EVERY },
    async due(database) {
      const { rows } = await withoutRls(database, (tx) => tx.sql`select from webhooks w where ${due} limit 1`)
      return rows.length > 0 ? [{}] : []
    },
    async begin(database, _, signal) {
      await takeOver(database)
      return { next: nextOf(database, means, signal) }
    },
  })

/** The outcome is unknown, because the sender is gone. The receiver recognizes a repeat by its ID. */
const takeOver = (database: Database) =>
  withoutRls(
    database,
    (tx) =>
      tx.sql`update webhook_deliveries set state = 'waiting', next_at = now(), moved_at = now(),
        problem = 'The server ended while this was being sent. It may have arrived.'
      where state = 'sending'`,
  )

function nextOf(database: Database, means: Pick<Dependencies, 'box' | 'limits'>, signal: AbortSignal) {
  const lines = new Map<string, Promise<void>>()
  let done = 0
  let broken: Error | undefined
  return async (): Promise<{ done: number; isLeft: boolean }> => {
    const free = LINES - lines.size
    const found = free > 0 && !broken ? await dueLines(database, [...lines.keys()], free) : []
    for (const line of found) {
      const ended = deliverLine(database, means, line, signal, () => done++)
        .catch((error) => {
          broken ??= error as Error
        })
        .finally(() => lines.delete(line.id))
      lines.set(line.id, ended)
    }
    const left = [...lines.values()]
    if (left.length > 0) await Promise.race([...left, wait(LOOK_EVERY, undefined, { signal }).catch(() => undefined)])
    if (signal.aborted || broken) {
      await Promise.all(lines.values())
      throw broken ?? new Stopped()
    }
    const delivered = done
    done = 0
    return { done: delivered, isLeft: left.length > 0 }
  }
}

async function dueLines(database: Database, busy: string[], most: number): Promise<Line[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Line>`select w.org_id, w.id from webhooks w where w.id <> all(${busy}::uuid[]) and ${due} order by w.rests_until, w.id limit ${most}`,
  )
  return rows
}

async function deliverLine(
  database: Database,
  means: Pick<Dependencies, 'box' | 'limits'>,
  line: Line,
  signal: AbortSignal,
  onTold: () => void,
): Promise<void> {
  for (let n = 0; n < IN_A_ROW && !signal.aborted; n++) {
    const delivery = await take(database, line)
    if (!delivery) return
    const began = performance.now()
    const said = await attempt(means, delivery, signal)
    const milliseconds = Math.round(performance.now() - began)
    const outcome = await retryWrite(() =>
      withoutRls(database, (tx) => note(tx, delivery, said, milliseconds, signal.aborted)),
    )
    if (outcome) countTry(database, outcome)
    onTold()
    if (!said.isTaken) return
  }
}

/** Only if its address still accepts any. */
const take = (database: Database, { org_id, id }: Line): Promise<Delivery | undefined> =>
  withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<Delivery>`
      update webhook_deliveries d set state = 'sending', tries = d.tries + 1, moved_at = now()
      from webhooks w
      where w.org_id = ${org_id} and w.id = ${id} and w.off_why is null and d.org_id = w.org_id and d.id = (
        select n.id from webhook_deliveries n where n.org_id = ${org_id} and n.webhook_id = ${id} and n.state = 'waiting' and n.next_at <= now()
        order by n.next_at, n.queued_at limit 1 for update skip locked)
      returning d.org_id, w.id, d.id as delivery_id, w.url, d.body, d.tries, w.secret_sealed, case when w.old_until > (select now()) then w.old_sealed end as old_sealed`
    return rows[0]
  })

async function attempt(
  { box, limits }: Pick<Dependencies, 'box' | 'limits'>,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const { org_id, id, delivery_id, url: address, body, secret_sealed, old_sealed } = delivery
  const nothing = { isTaken: false, status: null, answer: '' }
  const secrets = [secret_sealed, old_sealed].flatMap(
    (sealed) => (sealed && box.open(sealed, webhookSecretContext(org_id, id))) ?? [],
  )
  if (secrets.length === 0) return { ...nothing, problem: 'We can’t read the secret anymore. Create a new one.' }
  const problem = addressProblem(address, limits.allowed)
  if (problem) return { ...nothing, problem }
  const url = new URL(address)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pursuit-Webhooks/1',
    ...signedHeaders(secrets, delivery_id, new Date(), body),
  }
  const isOpen = isAllowedAddress(url, limits.allowed) ? () => true : isPublic
  try {
    const { status, text } = await post({ url, headers, body, isOpen, lastWord: async () => {}, signal })
    const isTaken = status >= 200 && status < 300
    const answer = text.toWellFormed().replaceAll('\u0000', '').slice(0, ANSWER_KEPT)
    return { isTaken, status, answer, problem: isTaken ? '' : `The endpoint returned ${status}.` }
  } catch (error) {
    if (signal.aborted) return { ...nothing, problem: 'The server stopped while sending this. It may have arrived.' }
    return { ...nothing, problem: problemOf(error as Error & { code?: string }) }
  }
}

function problemOf(error: Error & { code?: string }): string {
  if (error instanceof NotAllowed)
    return 'This address points inside the server’s own network, so Pursuit won’t call it.'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'The request timed out.'
  const known: Record<string, string> = {
    ECONNREFUSED: 'The connection was refused.',
    ECONNRESET: 'The connection closed before a response. The message may have arrived.',
    ENOTFOUND: 'The host doesn’t exist.',
    EAI_AGAIN: 'The host lookup failed.',
  }
  return known[error.code ?? ''] ?? deliverySentence(error)
}

/** Returns null if the outcome is unknown. */
async function note(
  tx: Tx,
  delivery: Delivery,
  said: Attempt,
  milliseconds: number,
  isStopped: boolean,
): Promise<DeliveryOutcome | null> {
  const { org_id, delivery_id, tries } = delivery
  const { isTaken, status, answer, problem } = said
  const isGone = status === 410
  const pause = RETRIES[tries - 1]
  const state = isTaken ? 'delivered' : isGone || pause === undefined ? 'failed' : 'waiting'
  const seconds = isStopped ? 0 : (pause ?? 0) * (1 + Math.random() / 5)
  const { rows: own } = await tx.sql`
    update webhook_deliveries set state = ${state}, status = ${status}, milliseconds = ${milliseconds}, answer = ${answer}, problem = ${problem},
      next_at = now() + ${seconds}::float8 * interval '1 second', moved_at = now()
    where org_id = ${org_id} and id = ${delivery_id} and state = 'sending' returning 1`
  // The process that reclaimed it reports the outcome.
  if (own.length === 0 || isStopped) return null
  if (isTaken) await recover(tx, delivery)
  else await recordFailure(tx, delivery, isGone)
  return state === 'waiting' ? 'again' : state
}

/** Pauses the address, and turns it off after too many failures. */
async function recordFailure(tx: Tx, delivery: Delivery, isGone: boolean): Promise<void> {
  const { org_id, id } = delivery
  const { rows } = await tx.sql<{ failures: number; is_failing: boolean | null }>`
    select failures, failing_since < now() - ${DAYS_FAILING} * interval '1 day' as is_failing
    from webhooks where org_id = ${org_id} and id = ${id} and off_why is null for update`
  const [webhook] = rows
  if (!webhook) return
  const failures = webhook.failures + 1
  await tx.sql`
    update webhooks set failures = ${failures}, failing_since = coalesce(failing_since, (select now())),
      rests_until = now() + ${Math.min(LONGEST_REST, 2 ** webhook.failures)}::float8 * interval '1 second'
    where org_id = ${org_id} and id = ${id}`
  if (isGone) await turnOff(tx, delivery, 'gone')
  else if (webhook.is_failing) await turnOff(tx, delivery, 'failing')
  else if (failures % 10 === 0 && (await isBehind(tx, delivery))) await turnOff(tx, delivery, 'behind')
}

/** The address responds again, so pending retries go right away. */
async function recover(tx: Tx, { org_id, id }: Line): Promise<void> {
  const { rows } = await tx.sql`
    update webhooks set failures = 0, failing_since = null, rests_until = '-infinity'
    where org_id = ${org_id} and id = ${id} and failures > 0 returning 1`
  if (rows.length > 0)
    await tx.sql`
      update webhook_deliveries set next_at = now()
      where org_id = ${org_id} and webhook_id = ${id} and state = 'waiting' and next_at > now()`
}

async function isBehind(tx: Tx, { org_id, id }: Line): Promise<boolean> {
  const { rows } = await tx.sql<{ waiting: number }>`
    select count(*)::int as waiting from (select from webhook_deliveries where org_id = ${org_id} and webhook_id = ${id} and state = 'waiting' limit ${MOST_WAITING}) d`
  return rows[0]!.waiting >= MOST_WAITING
}

const whyOff: Record<'gone' | 'failing' | 'behind', string> = {
  gone: 'The endpoint returned 410 Gone.',
  failing: `No delivery has succeeded for ${DAYS_FAILING} days.`,
  behind: `${MOST_WAITING.toLocaleString('en-US')} messages are waiting, and none can be delivered.`,
}

/** Notifies each admin once. From then on nothing is stored. */
async function turnOff(tx: Tx, { org_id, id, url }: Delivery, why: keyof typeof whyOff): Promise<void> {
  await tx.sql`update webhooks set off_why = ${why}, off_at = now() where org_id = ${org_id} and id = ${id}`
  const host = new URL(url).host
  await audit(
    tx,
    { org: { id: org_id } },
    { action: 'webhook.turned_off', subject: { id, name: host }, details: { why: whyOff[why] } },
  )
  const { rows } = await tx.sql<{ id: string; email: string; name: string; off_at: string }>`
    select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, w.off_at from users u join webhooks w on w.org_id = u.org_id and w.id = ${id}
    where u.org_id = ${org_id} and u.role = 'admin' and u.deactivated_at is null order by u.id`
  for (const { id: adminId, off_at, ...admin } of rows)
    await queueMail(
      tx,
      org_id,
      admin,
      {
        subject: `Pursuit no longer sends to ${host}`,
        heading: `The webhook to ${host} was turned off`,
        lines: [whyOff[why], 'New events won’t be sent there. Once the address works again, turn the webhook back on.'],
        button: { label: 'Open webhooks', path: '/admin/api' },
      },
      { key: `webhook-off:${id}:${off_at}:${adminId}` },
    )
}

/** Days that completed deliveries are stored. */
const KEPT = 14

export const tidyWebhooks: Job = {
  name: 'tidy-webhooks',
  cron: '20 9 * * *',
  async run(database) {
    await withoutRls(
      database,
      (tx) =>
        tx.sql`delete from webhook_deliveries where state in ('delivered', 'failed') and moved_at < now() - ${KEPT} * interval '1 day'`,
    )
    await withoutRls(
      database,
      (tx) =>
        tx.sql`delete from webhook_deliveries d using webhooks w where w.org_id = d.org_id and w.id = d.webhook_id and w.off_at < now() - ${KEPT} * interval '1 day'`,
    )
  },
}
