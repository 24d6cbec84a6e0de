import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/**
 * Reserves sequence numbers in the person's feed and returns the first. Its row lock keeps the numbers in commit order.
 */
export async function reserveNumbers(tx: Tx, userId: string, many: number): Promise<number> {
  const { rows } = await tx.sql<{ first: number }>`
    insert into insight_clocks as c (org_id, user_id, seq) values (${currentOrgId}, ${userId}, ${many})
    on conflict (org_id, user_id) do update set seq = c.seq + excluded.seq returning (seq - ${many} + 1)::float8 as first`
  return rows[0]!.first
}

/** Marks cards as deleted, with new sequence numbers so that devices remove them. */
export async function dropCards(tx: Tx, userId: string, ids: string[]): Promise<void> {
  const first = await reserveNumbers(tx, userId, ids.length)
  await tx.sql`
    update insight_cards c set gone = true, seq = ${first} + n.place - 1 from unnest(${ids}::uuid[]) with ordinality as n (id, place)
    where c.org_id = ${currentOrgId} and c.user_id = ${userId} and c.id = n.id`
}
