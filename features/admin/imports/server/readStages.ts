import type { FirmSubscriptions } from '#core/contract/session.ts'
import { type Stages, stagesInUse } from '#core/contract/stages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** Returns the firm's stages, for work without a session. Null for a firm without stages. */
export async function readStages(tx: Tx): Promise<Stages | null> {
  const { rows } = await tx.sql<{ stages: Stages | null; subscriptions: FirmSubscriptions }>`
    select stages, subscriptions from orgs where id = ${currentOrgId}`
  const { stages, subscriptions } = rows[0]!
  return stagesInUse(stages, subscriptions)
}
