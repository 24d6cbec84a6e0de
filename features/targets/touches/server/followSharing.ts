// Shows the touches of a Target to the people who join it, and no longer to those who leave.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { on, type Reaction } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'
import { shareAccepted, shareRevoked, targetHandedOver } from '../../eventsContract.ts'

export const followSharing: Reaction = on<Target>(
  [shareAccepted, shareRevoked, targetHandedOver],
  async (tx, changes) => {
    const ids = [...new Set(changes.map(({ before, after }) => (after ?? before)!.id))]
    void tx.send(sql`
    select refresh_touches(${currentOrgId}, array(
      select id from touches where org_id = ${currentOrgId} and target_id = any(${ids}::uuid[]) and deleted_at is null order by id))`)
  },
)
