import { withoutRls } from '#core/server/database/tx.ts'
import type { EmailMessage } from '#core/server/outgoing/outgoing.ts'
import type { Api } from './api.ts'

export type QueuedMail = { to: string; letter: EmailMessage }

/** Returns unsent emails, oldest first. A test server has no jobs. */
export async function mailsOf(api: Api, orgId: string, to?: string): Promise<QueuedMail[]> {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<QueuedMail>`
    select recipient as to, content->'letter' as letter from outgoing
    where org_id = ${orgId} and channel = 'mail' and (${to ?? null}::text is null or recipient = ${to ?? null}) order by queued_at, ctid`,
  )
  return rows
}

export async function auditLogOf(api: Api, orgId: string) {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        action: string
        subject: string
        actor_name: string
        by_name: string
        details: Record<string, unknown>
      }>`
    select action, subject, actor_name, by_name, details from audit_log where org_id = ${orgId} order by at, id`,
  )
  return rows
}
