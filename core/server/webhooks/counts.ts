// Counts and times across all firms, never addresses or content.

import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'

/** `again`: to be retried. `failed`: no attempts left. */
export type DeliveryOutcome = 'delivered' | 'again' | 'failed'
export type Tries = Record<DeliveryOutcome, number>

const ofProcess = new WeakMap<Database, Tries>()

/** Counts attempts since the process started. */
export const triesOf = (database: Database): Tries => ofProcess.get(database) ?? { delivered: 0, again: 0, failed: 0 }

export function countTry(database: Database, outcome: DeliveryOutcome): void {
  const tries = triesOf(database)
  ofProcess.set(database, { ...tries, [outcome]: tries[outcome] + 1 })
}

export type WebhookCounts = {
  /** Active webhooks, and those that failed last time. */
  on: number
  failing: number
  /** Turned off by their admins. */
  off: number
  /** Turned off by the server after failures, in total and in the last week. */
  turnedOff: number
  turnedOffLately: number
  /** Pending deliveries, including those that await a retry. */
  waiting: number
  /** Queue time of the oldest delivery. Null if none is pending. */
  oldest: string | null
  /** Time since which a sendable delivery has been waiting, if any. */
  lateSince: string | null
}

/** Counts only open firms. */
export async function webhookCounts(database: Database): Promise<WebhookCounts> {
  return withoutRls(database, async (tx) => {
    const { rows: webhooks } = await tx.sql<Omit<WebhookCounts, 'waiting' | 'oldest' | 'lateSince'>>`
      select count(*) filter (where w.off_why is null)::int as "on",
        count(*) filter (where w.off_why is null and w.failing_since is not null)::int as failing,
        count(*) filter (where w.off_why = 'hand')::int as off,
        count(*) filter (where w.off_why <> 'hand')::int as "turnedOff",
        count(*) filter (where w.off_why <> 'hand' and w.off_at > now() - interval '7 days')::int as "turnedOffLately"
      from webhooks w join orgs o on o.id = w.org_id where not o.is_closed`
    const { rows: deliveries } = await tx.sql<Pick<WebhookCounts, 'waiting' | 'oldest' | 'lateSince'>>`
      select count(*)::int as waiting, min(d.queued_at) as oldest,
        min(greatest(d.next_at, w.rests_until)) filter (where greatest(d.next_at, w.rests_until) <= now()) as "lateSince"
      from webhook_deliveries d join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id join orgs o on o.id = w.org_id
      where d.state in ('waiting', 'sending') and w.off_why is null and not o.is_closed`
    return { ...webhooks[0]!, ...deliveries[0]! }
  })
}
