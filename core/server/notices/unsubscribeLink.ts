// The links in mails that end them without signing in. They follow from the installation's key, person and kind: kept is what they are known by.
import { sql } from 'kysely'
import { attached } from '../database/attached.ts'
import type { Tx } from '../database/firm.ts'
import { tokenFrom } from '../tokens.ts'

/** Where a mail's link leads; the same for all mails of a kind to a person. A former one, of another key, goes on working beside it. */
export async function unsubscribePathOf(tx: Tx, orgId: string, userId: string, kind: string): Promise<string> {
  const { token, hash } = tokenFrom(orgId, attached().box.keyFor(`mails of ${orgId} ${userId} ${kind}`))
  await sql`
    insert into unsubscribe_links (org_id, user_id, kind, token_hash) values (${orgId}, ${userId}, ${kind}, ${hash})
    on conflict do nothing`.execute(tx)
  return `/api/unsubscribe/${token}`
}
