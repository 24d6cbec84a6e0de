// A row's state always records what is known, even if the process dies.

import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { type EnqueuedJob, GivenUp } from '../work/jobs.ts'
import type { MessageContent } from './outgoing.ts'

export type OutgoingDelivery = {
  orgId: string
  id: string
  recipient: string
  device: string | null
  content: MessageContent
  /** Stable per occasion, so that recipients can detect duplicates. */
  occasion: string
  queuedAt: string
}

/** Permanently rejected, such as a nonexistent address. */
export class Undeliverable extends GivenUp {}
/** Explicitly rejected for now. */
export class NotTaken extends Error {}
/** The recipient is gone, so the row is deleted. */
export class NobodyThere extends Error {}
/** Another process was faster. */
class Superseded extends Error {}

/**
 * `lastWord` is awaited right before the message can arrive. A later failure, other than the three above, leaves it
 * unconfirmed. Channels that can safely repeat don't need it.
 */
export type Send = (delivery: OutgoingDelivery, lastWord: () => Promise<void>, signal: AbortSignal) => Promise<void>

type Waits = { org_id: string; id: string }

/** Returns a function that ends the turn. */
export type SendMutex = () => Promise<() => void>

export function oneByOne(): SendMutex {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    return resolve
  }
}

/** Throws to request a retry. Holds its turn from `lastWord` until the outcome is recorded. */
export async function deliver(
  database: Database,
  send: Send,
  { data, isLastAttempt, signal }: EnqueuedJob,
  turns: SendMutex = async () => () => {},
): Promise<void> {
  const waits = data as Waits
  const delivery = await take(database, waits)
  if (!delivery) return
  let isPast = false
  let isOver = false
  let endTurn = () => {}
  const speak = async () => {
    endTurn = await turns()
    signal.throwIfAborted()
    if (isOver) throw new Error('The line was cut while this waited for its turn.')
    if (!(await move(database, waits, 'waiting', 'sending'))) throw new Superseded()
    isPast = true
  }
  let speaking: Promise<void> | undefined
  const lastWord = () => {
    speaking = speak()
    return speaking
  }
  try {
    await send(delivery, lastWord, signal)
    await retryWrite(() => move(database, waits, isPast ? 'sending' : 'waiting', 'sent'))
  } catch (error) {
    // If the connection is cut during this write, its outcome is only known afterwards.
    isOver = true
    await speaking?.catch(() => {})
    if (error instanceof Superseded) return
    if (error instanceof NobodyThere) return await retryWrite(() => forget(database, waits))
    await keep(database, waits, error as Error, { isPast, isLastAttempt })
  } finally {
    endTurn()
  }
}

async function keep(
  database: Database,
  waits: Waits,
  error: Error,
  { isPast, isLastAttempt }: { isPast: boolean; isLastAttempt: boolean },
): Promise<void> {
  const from = isPast ? 'sending' : 'waiting'
  const problem = deliverySentence(error)
  const isDecided = !isPast || error instanceof NotTaken || error instanceof Undeliverable
  if (!isDecided) return void (await retryWrite(() => move(database, waits, from, 'doubt', problem)))
  const isOver = isLastAttempt || error instanceof Undeliverable
  await retryWrite(() => move(database, waits, from, isOver ? 'failed' : 'waiting', problem))
  throw error
}

/** Returns null if there is nothing left to do. */
async function take(database: Database, { org_id, id }: Waits): Promise<OutgoingDelivery | null> {
  return withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<{
      state: string
      recipient: string
      device: string | null
      content: MessageContent
      occasion: string | null
      queued_at: string
    }>`
      update outgoing set tries = tries + 1, moved_at = now(),
        -- Whoever wrote 'sending' is gone: its claim on the job ran out. Whether it arrived is not known here.
        state = case when state = 'sending' then 'doubt' else 'waiting' end,
        problem = case when state = 'sending' then 'The server ended while this was being sent.' else problem end
      -- One that has failed is only asked for again by an operator.
      where org_id = ${org_id} and id = ${id} and (state in ('waiting', 'sending') or state = 'failed' and content is not null)
        -- What a closed firm has to say waits until it is open again.
        and not exists (select 1 from orgs o where o.id = ${org_id} and o.is_closed)
      returning state, recipient, device, content, occasion, queued_at`
    const row = rows[0]
    if (row?.state !== 'waiting') return null
    const { recipient, device, content, occasion, queued_at: queuedAt } = row
    return { orgId: org_id, id, recipient, device, content, occasion: occasion ?? id, queuedAt }
  })
}

type State = 'waiting' | 'sending' | 'sent' | 'failed' | 'doubt'

/**
 * Returns false if the row wasn't in the expected state. A failed message keeps its content for a retry. A confirmed
 * delivery resolves another process's unconfirmed state.
 */
async function move(database: Database, { org_id, id }: Waits, from: State, to: State, problem = ''): Promise<boolean> {
  const isSent = to === 'sent'
  const states = isSent && from === 'sending' ? [from, 'doubt'] : [from]
  return withoutRls(database, async (tx) => {
    const { rows } = await tx.sql`
      update outgoing set state = ${to}, problem = ${problem}, moved_at = now(),
        content = case when ${isSent} then null else content end
      where org_id = ${org_id} and id = ${id} and state = any(${states}) returning id`
    return rows.length > 0
  })
}

const forget = (database: Database, { org_id, id }: Waits) =>
  withoutRls(database, async (tx) => {
    await tx.sql`delete from outgoing where org_id = ${org_id} and id = ${id}`
  })

/** The message has left, so a database outage must not lose the record. */
export async function retryWrite<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt >= 4) throw error
      await new Promise((resolve) => setTimeout(resolve, 250 * attempt))
    }
  }
}

export const deliverySentence = (error: Error) => error.message.replace(/\s+/g, ' ').slice(0, 300)
