// Long calls must check the permission again in the transaction of the change.
import { forbidden } from '#core/contract/errors.ts'
import type { Role } from '#core/contract/session.ts'
import type { Tx } from './database/tx.ts'
import type { Policy } from './routes.ts'
import { noSession, type SignedInSession } from './sessions.ts'

/** Throws 401 for a deactivated person, 403 if their role or settings no longer allow the call. */
export async function stillAllowed(tx: Tx, session: SignedInSession, policy: Policy): Promise<void> {
  const { actor, org, user, program } = session
  if (program) return
  const { rows } = await tx.sql<{ role: Role; settings: Record<string, number> }>`
    select role, settings from users where org_id = ${org.id} and id = ${actor.id} and deactivated_at is null`
  const [now] = rows
  if (!now) throw noSession()
  if (!policy.allows({ ...session, actor: { ...actor, role: now.role }, user: { ...user, settings: now.settings } }))
    throw forbidden()
}
