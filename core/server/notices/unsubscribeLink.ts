// The links in mails that end them without signing in: one for each person and kind.
import { sql } from 'kysely'
import type { Tx } from '../database/firm.ts'
import { newToken } from '../tokens.ts'

/** Where a mail's link leads; the same for all mails of a kind to a person. */
export async function unsubscribePathOf(tx: Tx, orgId: string, userId: string, kind: string): Promise<string> {
  const { token, hash } = newToken(orgId)
  const made = await sql<{ token: string }>`
    insert into unsubscribe_links as l (org_id, user_id, kind, token, token_hash) values (${orgId}, ${userId}, ${kind}, ${token}, ${hash})
    on conflict (org_id, user_id, kind) do update set token = l.token returning token`.execute(tx)
  return `/api/unsubscribe/${made.rows[0]!.token}`
}
