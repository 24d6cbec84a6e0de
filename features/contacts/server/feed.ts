import { sql } from 'kysely'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { allOf, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { contactCollection } from '../contract.ts'
import { contactOnDeviceOf } from './seeing.ts'

/** Contacts on a person's own and shared Targets, numbered per person. */
export const contactFeed: CollectionFeed = {
  collection: contactCollection,
  policy: allOf(signedIn, subscribed(trackerFlag)),
  sequence: 'contacts',
  changes: (asker, after) => sql`
    select p.seq, p.contact_id as id, p.gone, ${contactOnDeviceOf(sql`p.user_id`, sql`${asker.zone}`)} as text
    from contact_people p left join contacts c on c.org_id = p.org_id and c.id = p.contact_id
    where p.org_id = ${currentOrgId} and p.user_id = ${asker.id} and p.seq > ${after}`,
}
