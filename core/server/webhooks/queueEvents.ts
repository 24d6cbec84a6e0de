// One row per subscribed address, in the transaction of the change.
import { sql } from 'kysely'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import { wake } from '../work/work.ts'

/** A kind of event. Its name is permanent. */
export type PublicEvent = { name: string; label: string }

/** `data`: only what an API client of the firm can read. */
export type WebhookEvent = { type: string; timestamp: string; data: unknown }

export const WEBHOOKS = { name: 'webhooks' }

/** Not awaited. Without a subscribed address, nothing is written or triggered. */
export function queueEvents(tx: Tx, events: readonly WebhookEvent[]): void {
  if (events.length === 0) return
  const rows = events.map(({ type, timestamp, data }, place) => {
    return { type, place, body: JSON.stringify({ type, timestamp, data }) }
  })
  const queued = tx.send(sql`
    insert into webhook_deliveries (org_id, webhook_id, type, body)
    select w.org_id, w.id, e.type, e.body
    from webhooks w join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (type text, place int, body text) on e.type = any(w.events)
    where w.org_id = ${currentOrgId} and w.off_why is null order by e.place returning 1`)
  tx.afterCommit(() => void queued.then(({ rows: told }) => told.length > 0 && wake(WEBHOOKS)))
}
