import { sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'

/**
 * Reserves sequence numbers in the person's feed and returns the first. Its row lock keeps the numbers in commit order.
 */
export async function reserveNumbers(tx: Tx, userId: string, many: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    insert into insight_clocks as c (org_id, user_id, seq) values (${firm}, ${userId}, ${many})
    on conflict (org_id, user_id) do update set seq = c.seq + excluded.seq returning (seq - ${many} + 1)::float8 as first`.execute(
    tx,
  )
  return rows[0]!.first
}

/** Marks cards as deleted, with new sequence numbers so that devices remove them. */
export async function dropCards(tx: Tx, userId: string, ids: string[]): Promise<void> {
  const first = await reserveNumbers(tx, userId, ids.length)
  await sql`
    update insight_cards c set gone = true, seq = ${first} + n.place - 1 from unnest(${ids}::uuid[]) with ordinality as n (id, place)
    where c.org_id = ${firm} and c.user_id = ${userId} and c.id = n.id`.execute(tx)
}
