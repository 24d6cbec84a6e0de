// Chooses the author's favorites for auto-populate.
import { createHash } from 'node:crypto'
import type { Tx } from '#core/server/database/tx.ts'
import { randomOf } from '#core/server/demo/random.ts'
import { limits } from '../fields.ts'
import { autoPopulated, keyOfContent } from '../items.ts'
import { favoriteItems, sentBefore, type Today } from './contents.ts'
import type { ItemRow } from './rows.ts'

type Populating = {
  authorId: string
  /** Items already in the digest. */
  others: readonly ItemRow[]
  today: Today
  /** Equal seeds choose equal items: a call's idempotency key or a run's id. */
  seed: string
}

/** Returns up to four favorites, first those that no digest has sent. */
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
