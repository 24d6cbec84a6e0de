// Searches the pages of readable assets and returns the text around the matches.
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { snippetOptions, snippetParts } from '#core/server/snippet.ts'
import type { PageFound } from '../contract.ts'
import { managesAssets } from './policies.ts'

/** Returns the best 30 pages at most. `isAll` searches all of the firm's assets. */
export async function findPages(tx: Tx, session: SignedInSession, words: string, isAll: boolean): Promise<PageFound[]> {
  const { rows } = await tx.sql<{ asset_id: string; page: number; snippet: string }>`
    select f.asset_id, f.page, ts_headline('english', f.text, websearch_to_tsquery('english', ${words}), ${snippetOptions}) as snippet
    from find_asset_pages(${session.actor.id}::uuid, ${isAll && managesAssets(session)}, ${words}) f order by f.rank desc, f.asset_id, f.page`
  return rows.map(({ snippet, ...row }) => ({ ...row, snippet: snippetParts(snippet) }))
}
