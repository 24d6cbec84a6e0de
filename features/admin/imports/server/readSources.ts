import type { FirmSubscriptions, Lists } from '#core/contract/session.ts'
import { sourcesInUse } from '#core/contract/sourcesInUse.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** Returns the firm's list of sources, for work without a session. Null for a firm without referrals. */
export async function readSources(tx: Tx): Promise<readonly string[] | null> {
  const { rows } = await tx.sql<{ lists: Lists | null; subscriptions: FirmSubscriptions }>`
    select lists, subscriptions from orgs where id = ${currentOrgId}`
  const { lists, subscriptions } = rows[0]!
  return sourcesInUse(lists, subscriptions)
}
