// A firm is never left without somebody who administers it, nor the vendor without an operator.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import type { Role } from '#core/contract/session.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'

/** Those who administer the firm, locked: of two who put each other out at the same moment, the second finds the first gone. Before anybody else is locked. */
export async function lockAdmins(tx: Tx): Promise<{ id: string; role: Role }[]> {
  const { rows } = await sql<{ id: string; role: Role }>`
    select u.id, u.role from users u where u.org_id = ${firm} and u.role in ('admin', 'operator') and u.deactivated_at is null order by u.id for update`.execute(
    tx,
  )
  return rows
}

/** Throws for the one admin who keeps a password in a firm that has closed all others. */
export async function refuseBreakGlass(tx: Tx, id: string): Promise<void> {
  const { rows } =
    await sql`select from orgs o where o.id = ${firm} and o.sign_on_only and o.break_glass_id = ${id}`.execute(tx)
  if (rows.length > 0)
    throw new Refusal(
      'break_glass',
      'This is the backup admin with a password while everyone else uses SSO. Choose another one in Policies first.',
    )
}

/** Throws when the firm needs this person as what they are. */
export function refuseLast(admins: { id: string; role: Role }[], person: { id: string; role: Role }): void {
  const others = admins.filter(({ id }) => id !== person.id)
  if (person.role === 'operator' && !others.some(({ role }) => role === 'operator'))
    throw new Refusal('last_admin', 'This is the last operator. Make someone else an operator first.')
  if (person.role !== 'member' && others.length === 0)
    throw new Refusal('last_admin', 'This is the last firm admin. Make someone else a firm admin first.')
}
