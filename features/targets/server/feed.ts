import { sql } from 'kysely'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { allOf, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { targetEndpoints } from '../contract.ts'
import { withBucket } from './reads.ts'

/** Feed of everyone's target views, numbered per person. */
export const targetFeed: CollectionFeed = {
  collection: targetEndpoints,
  policy: allOf(signedIn, subscribed(trackerFlag)),
  changes: (asker, after) => sql`
    select tp.seq, tp.target_id as id, tp.gone, ${withBucket(asker)} as text from target_people tp
    where tp.org_id = ${currentOrgId} and tp.user_id = ${asker.id} and tp.seq > ${after}`,
}
