import { sql } from 'kysely'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { allOf, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { touchCollection } from '../contract.ts'
import { touchText } from './seeing.ts'

/** A person's touches and those on their own and shared Targets, numbered per person. */
export const touchFeed: CollectionFeed = {
  collection: touchCollection,
  policy: allOf(signedIn, subscribed(trackerFlag)),
  sequence: 'touches',
  changes: (asker, after) => sql`
    select p.seq, p.touch_id as id, p.gone, ${touchText({ id: sql`p.user_id` })} as text
    from touch_people p left join touches h on h.org_id = p.org_id and h.id = p.touch_id
    where p.org_id = ${currentOrgId} and p.user_id = ${asker.id} and p.seq > ${after}`,
}
