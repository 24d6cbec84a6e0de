// One row on its way out. Its state says at every moment what is known: a process that dies leaves behind what it knew.
import { sql } from 'kysely'
import { withoutRls } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import { type EnqueuedJob, GivenUp } from '../work/jobs.ts'
import type { MessageContent } from './outgoing.ts'

export type DeliveryChannel = 'mail' | 'text' | 'push'

export type OutgoingDelivery = {
  orgId: string
  id: string
  recipient: string
  device: string | null
  content: MessageContent
  /** Of the same occasion always the same, so that whoever gets it twice can tell. */
  occasion: string
  queuedAt: string
}

/** It will never be taken: there is no such address, or the provider says no for good. */
export class Undeliverable extends GivenUp {}
/** The provider said clearly that it did not take it this time. */
export class NotTaken extends Error {}
/** Nobody is there any more, and nobody need know: the row goes. */
export class NobodyThere extends Error {}
/** Another process was quicker. */
class Superseded extends Error {}

/**
 * Sends one. `lastWord` is awaited right before the moment from which on it may have arrived: a failure after that, other than
 * the three above, leaves in doubt whether it did. Channels that can repeat themselves harmlessly need not call it.
 */
export type Send = (delivery: OutgoingDelivery, lastWord: () => Promise<void>, signal: AbortSignal) => Promise<void>

type Waits = { org_id: string; id: string }

/** Waits until it is one's turn; the answer ends it. */
export type SendMutex = () => Promise<() => void>

/** One after the other. */
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

/** Throws when it is to be tried again. Between its last word and the record of what came of it, it has its turn. */
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
    // A line that is cut while the last word is being noted: what was noted is known only afterwards.
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

/** What waits under this id; null when there is nothing left to do. */
async function take(database: Database, { org_id, id }: Waits): Promise<OutgoingDelivery | null> {
  return withoutRls(database, async (tx) => {
    const { rows } = await sql<{
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
        and not exists (select from orgs o where o.id = ${org_id} and o.is_closed)
      returning state, recipient, device, content, occasion, queued_at`.execute(tx)
    const row = rows[0]
    if (row?.state !== 'waiting') return null
    const { recipient, device, content, occasion, queued_at: queuedAt } = row
    return { orgId: org_id, id, recipient, device, content, occasion: occasion ?? id, queuedAt }
  })
}

type State = 'waiting' | 'sending' | 'sent' | 'failed' | 'doubt'

/**
 * False when it was no longer where it was thought to be. What failed keeps its words, so that it can be tried again by hand.
 * Whoever knows that it went ends a doubt that another process had.
 */
async function move(database: Database, { org_id, id }: Waits, from: State, to: State, problem = ''): Promise<boolean> {
  const isSent = to === 'sent'
  const states = isSent && from === 'sending' ? [from, 'doubt'] : [from]
  return withoutRls(database, async (tx) => {
    const { rows } = await sql`
      update outgoing set state = ${to}, problem = ${problem}, moved_at = now(),
        content = case when ${isSent} then null else content end
      where org_id = ${org_id} and id = ${id} and state = any(${states}) returning id`.execute(tx)
    return rows.length > 0
  })
}

const forget = (database: Database, { org_id, id }: Waits) =>
  withoutRls(database, async (tx) => {
    await sql`delete from outgoing where org_id = ${org_id} and id = ${id}`.execute(tx)
  })

/** The world has moved on: that the database is away for a moment must not make it forget. */
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
