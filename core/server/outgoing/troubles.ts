// The operators' view across all firms, never including content.

import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { type DeliveryChannel, triggerSendAfterCommit } from './triggerSend.ts'

export type OutgoingCounts = {
  channel: DeliveryChannel
  waiting: number
  sent: number
  failed: number
  /** Failed in the one moment when delivery can't be determined. */
  doubt: number
  /** Queue time of the oldest message. Null if none is pending. */
  oldest: string | null
}

/** Covers the last 30 days, with one row per channel. */
export async function outgoingCounts(database: Database): Promise<OutgoingCounts[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<OutgoingCounts>`
      select c.channel,
        count(o.id) filter (where o.state in ('waiting', 'sending'))::int as waiting,
        count(o.id) filter (where o.state = 'sent')::int as sent,
        count(o.id) filter (where o.state = 'failed')::int as failed,
        count(o.id) filter (where o.state = 'doubt')::int as doubt,
        min(o.queued_at) filter (where o.state in ('waiting', 'sending')) as oldest
      from unnest(array['mail', 'text', 'push']) with ordinality as c (channel, place)
      left join outgoing o on o.channel = c.channel and (o.moved_at > now() - interval '30 days' or o.state in ('waiting', 'sending'))
      group by c.channel, c.place order by c.place`,
  )
  return rows
}

export type FailedMessage = {
  orgId: string
  firm: string
  id: string
  channel: DeliveryChannel
  /** An address, a number, or a person's ID. */
  recipient: string
  state: 'failed' | 'doubt' | 'waiting'
  problem: string
  tries: number
  queuedAt: string
  at: string
  /** Content is deleted after 30 days, which rules out a retry. */
  canRetry: boolean
}

/** Returns failed and unconfirmed messages, and those pending after a failed attempt, latest first. */
export async function outgoingTroubles(database: Database, limit = 50): Promise<FailedMessage[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<FailedMessage>`
      select o.org_id as "orgId", f.name as firm, o.id, o.channel, o.recipient, o.state, o.problem, o.tries,
        o.queued_at as "queuedAt", o.moved_at as at, o.content is not null as "canRetry"
      from (
        (select * from outgoing where state in ('failed', 'doubt') order by moved_at desc, id limit ${limit})
        union all
        (select * from outgoing where state = 'waiting' and problem <> '' order by moved_at desc, id limit ${limit})
      ) o join orgs f on f.id = o.org_id
      order by o.moved_at desc, o.id limit ${limit}`,
  )
  return rows
}

/** Returns false if it can't be resent. An unconfirmed message can then arrive twice. */
export async function retryOutgoing(database: Database, orgId: string, id: string): Promise<boolean> {
  return withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<{ channel: DeliveryChannel }>`
      update outgoing set state = 'waiting', problem = '', queued_at = now(), moved_at = now()
      where org_id = ${orgId} and id = ${id} and state in ('failed', 'doubt') and content is not null
      returning channel`
    if (rows[0]) triggerSendAfterCommit(tx, rows[0].channel)
    return rows.length > 0
  })
}
