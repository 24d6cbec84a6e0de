// Ensures that a firm always has an admin, and the vendor an operator.
import { Refusal } from '#core/contract/errors.ts'
import type { Role } from '#core/contract/session.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/**
 * Locks and returns the firm's admins, so that the second of two people who remove each other finds the first gone.
 * Must be called before any other person is locked.
 */
export async function lockAdmins(tx: Tx): Promise<{ id: string; role: Role }[]> {
  const { rows } = await tx.sql<{ id: string; role: Role }>`
    select u.id, u.role from users u where u.org_id = ${currentOrgId} and u.role in ('admin', 'operator') and u.deactivated_at is null order by u.id for update`
  return rows
}

/** Throws for the one admin who keeps a password in a firm with required SSO. */
export async function refuseBreakGlass(tx: Tx, id: string): Promise<void> {
  const { rows } =
    await tx.sql`select from orgs o where o.id = ${currentOrgId} and o.sign_on_only and o.break_glass_id = ${id}`
  if (rows.length > 0)
    throw new Refusal(
      'break_glass',
      'This is the backup admin with a password while everyone else uses SSO. Choose another one in Policies first.',
    )
}

/** Throws if the firm needs this person in their current role. */
export function refuseLast(admins: { id: string; role: Role }[], person: { id: string; role: Role }): void {
  const others = admins.filter(({ id }) => id !== person.id)
  if (person.role === 'operator' && !others.some(({ role }) => role === 'operator'))
    throw new Refusal('last_admin', 'This is the last operator. Make someone else an operator first.')
  if (person.role !== 'member' && others.length === 0)
    throw new Refusal('last_admin', 'This is the last firm admin. Make someone else a firm admin first.')
}
