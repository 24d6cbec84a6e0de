// Moves what merged contacts sent and got to the contact that stays, and back.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** IDs of Targets that came from the merged contact, and of referrals that were given to it. */
export type MovedReferrals = { targets: string[]; given: string[] }

/** People's views of the Targets must be rebuilt afterwards. */
export async function moveReferrals(tx: Tx, id: string, intoId: string): Promise<MovedReferrals> {
  const { rows: targets } = await tx.sql<{ id: string }>`
    update targets set came_from = ${fromContact(intoId)} where org_id = ${currentOrgId} and id in (select target_id from targets_from(${currentOrgId}, array[${id}]::uuid[])) returning id`
  const { rows: given } = await tx.sql<{ id: string }>`
    update referrals set contact_id = ${intoId} where org_id = ${currentOrgId} and contact_id = ${id} returning id`
  return { targets: targets.map((row) => row.id), given: given.map((row) => row.id) }
}

/** Those that no longer have the contact that stays are left as they are. */
export function moveReferralsBack(tx: Tx, id: string, intoId: string, { targets, given }: MovedReferrals): void {
  void tx.send(sql`
    update targets set came_from = ${fromContact(id)} where org_id = ${currentOrgId} and id = any(${targets}::uuid[]) and came_from->>'contact_id' = ${intoId}`)
  void tx.send(sql`
    update referrals set contact_id = ${id} where org_id = ${currentOrgId} and id = any(${given}::uuid[]) and contact_id = ${intoId}`)
}

const fromContact = (id: string) => sql`jsonb_build_object('contact_id', ${id}::text)`
