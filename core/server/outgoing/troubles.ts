// What operators see of what leaves the house, over all firms, and what they can do about it. Never what was written.
import { sql } from 'kysely'
import { withoutRls } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import type { DeliveryChannel } from './deliveries.ts'
import { triggerSendAfterCommit } from './wake.ts'

export type OutgoingCounts = {
  channel: DeliveryChannel
  waiting: number
  sent: number
  failed: number
  /** The server ended, or the line was cut, in the one moment in which nobody can tell whether it arrived. */
  doubt: number
  /** When the oldest that waits was queued; null when none does. */
  oldest: string | null
}

/** Of the last 30 days. One row for each channel, also for one that nothing went through. */
export async function outgoingCounts(database: Database): Promise<OutgoingCounts[]> {
  const { rows } = await withoutRls(database, (tx) =>
    sql<OutgoingCounts>`
      select c.channel,
        count(o.id) filter (where o.state in ('waiting', 'sending'))::int as waiting,
        count(o.id) filter (where o.state = 'sent')::int as sent,
        count(o.id) filter (where o.state = 'failed')::int as failed,
        count(o.id) filter (where o.state = 'doubt')::int as doubt,
        min(o.queued_at) filter (where o.state in ('waiting', 'sending')) as oldest
      from unnest(array['mail', 'text', 'push']) with ordinality as c (channel, place)
      left join outgoing o on o.channel = c.channel and (o.moved_at > now() - interval '30 days' or o.state in ('waiting', 'sending'))
      group by c.channel, c.place order by c.place`.execute(tx),
  )
  return rows
}

export type FailedMessage = {
  orgId: string
  firm: string
  id: string
  channel: DeliveryChannel
  /** An address, a number, or a person's id. */
  recipient: string
  state: 'failed' | 'doubt' | 'waiting'
  problem: string
  tries: number
  queuedAt: string
  at: string
  /** What it said is gone after 30 days. */
  canRetry: boolean
}

/** Those that failed or are in doubt, and those that wait after a failed try; the latest first. */
export async function outgoingTroubles(database: Database, limit = 50): Promise<FailedMessage[]> {
  const { rows } = await withoutRls(database, (tx) =>
    sql<FailedMessage>`
      select o.org_id as "orgId", f.name as firm, o.id, o.channel, o.recipient, o.state, o.problem, o.tries,
        o.queued_at as "queuedAt", o.moved_at as at, o.content is not null as "canRetry"
      from (
        (select * from outgoing where state in ('failed', 'doubt') order by moved_at desc, id limit ${limit})
        union all
        (select * from outgoing where state = 'waiting' and problem <> '' order by moved_at desc, id limit ${limit})
      ) o join orgs f on f.id = o.org_id
      order by o.moved_at desc, o.id limit ${limit}`.execute(tx),
  )
  return rows
}

/** Sends again what failed or is in doubt; false when it can't be. Whoever asks for one in doubt takes it that it may arrive twice. */
export async function retryOutgoing(database: Database, orgId: string, id: string): Promise<boolean> {
  return withoutRls(database, async (tx) => {
    const { rows } = await sql<{ channel: DeliveryChannel }>`
      update outgoing set state = 'waiting', problem = '', queued_at = now(), moved_at = now()
      where org_id = ${orgId} and id = ${id} and state in ('failed', 'doubt') and content is not null
      returning channel`.execute(tx)
    if (rows[0]) triggerSendAfterCommit(rows[0].channel)
    return rows.length > 0
  })
}
