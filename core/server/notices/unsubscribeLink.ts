// Unsubscribe links, derived from the installation's key, person, and kind. The database stores only hashes.
import type { Database } from '../database/open.ts'
import { type Tx, withoutRls } from '../database/tx.ts'
import { tokenFrom } from '../tokens.ts'

/** The same for all emails of a kind to a person. Links of an earlier key still work. */
export async function unsubscribePathOf(tx: Tx, orgId: string, userId: string, kind: string): Promise<string> {
  const paths = await unsubscribePathsOf(tx, orgId, [userId], kind)
  return paths.get(userId)!
}

/** Returns the paths by person ID. */
export async function unsubscribePathsOf(
  tx: Tx,
  orgId: string,
  userIds: readonly string[],
  kind: string,
): Promise<Map<string, string>> {
  const { box } = tx.services
  const made = userIds.map((id) => ({ id, ...tokenFrom(orgId, box.keyFor(`mails of ${orgId} ${id} ${kind}`)) }))
  await tx.sql`
    insert into unsubscribe_keys (org_id, token_hash, user_id, kind)
    select ${orgId}, k.hash, k.user_id, ${kind} from unnest(${made.map(({ hash }) => hash)}::bytea[], ${userIds}::uuid[]) as k (hash, user_id)
    on conflict do nothing`
  return new Map(made.map(({ id, token }) => [id, `/api/unsubscribe/${token}`]))
}

/** Reduces stored links of sent emails to their hashes. */
export async function moveUnsubscribeLinks(database: Database): Promise<void> {
  await withoutRls(
    database,
    (tx) =>
      tx.sql`
    with moved as (delete from unsubscribe_links returning org_id, token_hash, user_id, kind)
    insert into unsubscribe_keys (org_id, token_hash, user_id, kind) select * from moved on conflict do nothing`,
  )
}
