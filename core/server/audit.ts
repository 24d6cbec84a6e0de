// Each audit entry is written in the transaction it describes and never changes.
import { fullNameOf } from '#core/contract/names.ts'
import type { Tx } from './database/tx.ts'
import { newId } from './ids.ts'
import type { SignedInSession } from './sessions.ts'

/** Without a session, as in a failed sign-in, the actor is passed separately or missing. */
export type AuditActor =
  | (Pick<SignedInSession, 'actor' | 'org'> & { by?: { name: string } })
  | { org: { id: string }; actor?: { id: string; name: string } }

export type NewAuditEntry = {
  /** Stable, noun first: 'person.invited', 'session.opened'. */
  action: string
  /** Target of the action, with its name at the time. */
  subject?: { id?: string; name: string }
  /** Never a password, code, key, or token. */
  details?: Record<string, unknown>
  address?: string
}

export async function audit(
  tx: Tx,
  doer: AuditActor,
  { action, subject, details = {}, address = '' }: NewAuditEntry,
): Promise<void> {
  const { actor } = doer
  const name = !actor ? '' : 'name' in actor ? actor.name : fullNameOf(actor)
  const byName = 'by' in doer && doer.by ? doer.by.name : ''
  await tx.sql`
    insert into audit_log (org_id, id, actor_id, actor_name, by_name, action, subject_id, subject, details, address)
    values (${doer.org.id}, ${newId()}, ${actor?.id ?? null}, ${name}, ${byName}, ${action}, ${subject?.id ?? null}, ${subject?.name ?? ''},
      ${JSON.stringify(details)}::jsonb, ${address})`
}
