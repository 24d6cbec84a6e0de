// Words in the pages of what a person may open: where they stand, with what stands around them.
import { sql } from 'kysely'
import type { Tx } from '#core/server/database/firm.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import type { PageFound } from '../contract.ts'
import { managesAssets } from './rights.ts'

/** Private-use characters, which no text that was read of a page is asked for by. */
const START = '\ue000'
const STOP = '\ue001'
const options = `StartSel=${START}, StopSel=${STOP}, MaxWords=24, MinWords=10, MaxFragments=1`

/** The best 30 pages at most. `isAll`: of the whole firm's assets, for who manages them. */
export async function findPages(tx: Tx, session: SignedIn, words: string, isAll: boolean): Promise<PageFound[]> {
  const { rows } = await sql<{ asset_id: string; page: number; snippet: string }>`
    select f.asset_id, f.page, ts_headline('english', f.text, websearch_to_tsquery('english', ${words}), ${options}) as snippet
    from find_asset_pages(${session.actor.id}::uuid, ${isAll && managesAssets(session)}, ${words}) f order by f.rank desc, f.asset_id, f.page`.execute(
    tx,
  )
  return rows.map(({ snippet, ...row }) => ({ ...row, snippet: partsOf(snippet) }))
}

function partsOf(snippet: string): PageFound['snippet'] {
  return snippet
    .replaceAll(/\s+/g, ' ')
    .split(START)
    .flatMap((part, at) => {
      if (at === 0) return [{ text: part, is_hit: false }]
      const [hit = '', rest = ''] = part.split(STOP)
      return [
        { text: hit, is_hit: true },
        { text: rest, is_hit: false },
      ]
    })
    .filter(({ text }) => text !== '')
}
