import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { reserveSeqs } from '#core/sync/server/feedSequences.ts'

/** Feed of a person's cards. */
export const INSIGHTS_FEED = 'insights'

/** Marks cards as deleted, with new sequence numbers so that devices remove them. */
export async function dropCards(tx: Tx, userId: string, ids: string[]): Promise<void> {
  const first = await reserveSeqs(tx, INSIGHTS_FEED, userId, ids.length)
  await tx.sql`
    update insight_cards c set gone = true, seq = ${first} + n.place - 1 from unnest(${ids}::uuid[]) with ordinality as n (id, place)
    where c.org_id = ${currentOrgId} and c.user_id = ${userId} and c.id = n.id`
}
