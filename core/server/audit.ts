// The firm's audit log: written in the transaction of what it tells of, never changed afterwards.
import { sql } from 'kysely'
import { fullNameOf } from '#core/contract/names.ts'
import type { Tx } from './database/firm.ts'
import { newId } from './ids.ts'
import type { SignedInSession } from './sessions.ts'

/** Whose doing it was. A person without a session (a sign-in that failed, a reset) has an id and a name of their own, or neither. */
export type AuditActor =
  | Pick<SignedInSession, 'actor' | 'org' | 'by'>
  | { org: { id: string }; actor?: { id: string; name: string } }

export type NewAuditEntry = {
  /** A stable word, noun first: 'person.invited', 'session.opened', 'firm.changed'. */
  action: string
  /** To whom or to what it was done, as it was called then. */
  subject?: { id?: string; name: string }
  /** Plain values worth keeping. Never a password, a code, a key or a token. */
  details?: Record<string, unknown>
  address?: string
}

/** Writes one entry in the open transaction. */
export async function audit(
  tx: Tx,
  doer: AuditActor,
  { action, subject, details = {}, address = '' }: NewAuditEntry,
): Promise<void> {
  const { actor } = doer
  const name = !actor ? '' : 'name' in actor ? actor.name : fullNameOf(actor)
  const byName = 'by' in doer && doer.by ? doer.by.name : ''
  await sql`
    insert into audit_log (org_id, id, actor_id, actor_name, by_name, action, subject_id, subject, details, address)
    values (${doer.org.id}, ${newId()}, ${actor?.id ?? null}, ${name}, ${byName}, ${action}, ${subject?.id ?? null}, ${subject?.name ?? ''},
      ${JSON.stringify(details)}::jsonb, ${address})`.execute(tx)
}
