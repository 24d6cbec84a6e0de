import { sql } from 'kysely'
import { inboxChanges } from '#core/server/notices/inbox.ts'
import { signedIn } from '#core/server/routes.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { notifications } from '../contract.ts'

/** Each person's newest notifications, with their feed's sequence numbers. */
export const inboxFeed: CollectionFeed = {
  collection: notifications,
  policy: signedIn,
  sequence: 'inbox',
  changes: inboxChanges(
    ({
      zone,
    }) => sql`json_build_object('id', n.id, 'kind', n.kind, 'text', n.text, 'details', n.details, 'target_id', n.subject_id, 'path', n.path,
      'created', to_char(n.created_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS'), 'at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'read', n.read_at is not null, 'answered', n.answered)::text`,
  ),
}
