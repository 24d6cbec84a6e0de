// Lists that this process sent lately, so that an unchanged one isn't read again: see `docs/decisions/0087`.
import type { Database } from '#core/server/database/open.ts'

/** `cursor` and `day` decide the text: every change of a person's targets takes a number of their feed. */
export type KnownList = { cursor: string; day: string; text: string }

/** Characters of all texts together. */
const MOST = 8_000_000
/** Bounds how long a change that a failover lost can be shown. */
const MILLISECONDS = 60_000

type Kept = KnownList & { until: number }
type Lists = { kept: Map<string, Kept>; size: number }
const lists = new WeakMap<Database, Lists>()

/** `key` contains the hash of the session's token. */
export function knownList(database: Database, key: string): KnownList | undefined {
  const known = lists.get(database)?.kept.get(key)
  return known && known.until > performance.now() ? known : undefined
}

/** The oldest lists make room. */
export function keepList(database: Database, key: string, list: KnownList): void {
  const all = lists.get(database) ?? { kept: new Map(), size: 0 }
  lists.set(database, all)
  drop(all, key)
  all.kept.set(key, { ...list, until: performance.now() + MILLISECONDS })
  all.size += list.text.length
  for (const oldest of all.kept.keys()) {
    if (all.size <= MOST) break
    drop(all, oldest)
  }
}

function drop(all: Lists, key: string): void {
  all.size -= all.kept.get(key)?.text.length ?? 0
  all.kept.delete(key)
}
