// How this device's person last had the Tracker: order, filters and view. Never the words searched for.
import { type ListQuery, readListQuery, searchOf } from './listing.ts'

const KEY = 'tracker-list'

/** Nothing remembered reads as nothing asked for. */
export function rememberedQuery(): ListQuery {
  try {
    return readListQuery(JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {})
  } catch {
    return readListQuery({})
  }
}

export function rememberQuery(query: ListQuery): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searchOf({ ...query, q: '' })))
  } catch {
    // Without storage every visit begins plainly.
  }
}
