// Favorites of its author that a digest takes by itself.
import { createHash } from 'node:crypto'
import type { Tx } from '#core/server/database/firm.ts'
import { randomOf } from '#core/server/demo/random.ts'
import { limits } from '../fields.ts'
import { autoPopulated, keyOfContent } from '../items.ts'
import { favoriteItems, sentBefore, type Today } from './contents.ts'
import type { ItemRow } from './rows.ts'

type Populating = {
  authorId: string
  /** What stands in the digest anyway. */
  others: readonly ItemRow[]
  today: Today
  /** The same words choose the same: a call's key, a run's id. */
  seed: string
}

/** Items for up to four favorites, those that no digest has sent first. */
export async function populated(tx: Tx, { authorId, others, today, seed }: Populating): Promise<ItemRow[]> {
  const favourites = await favoriteItems(tx, authorId, today)
  const sent = await sentBefore(tx, favourites.map(keyOfContent))
  const chosen = autoPopulated({
    favourites,
    sentBefore: new Set(favourites.filter((id) => sent.has(keyOfContent(id)))),
    taken: new Set(others.flatMap(({ content_id }) => content_id ?? [])),
    most: limits.autoPopulated,
    chance: randomOf(createHash('sha256').update(seed).digest().readUInt32BE()).next,
  })
  return chosen.map((content_id) => ({ content_id, link: null, is_auto: true }))
}
