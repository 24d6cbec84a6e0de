// Remembers this device's last order, filters, and view of the Tracker. Never stores search text.
import { type ListQuery, readListQuery, searchOf } from './listing.ts'

const KEY = 'tracker-list'

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
    // Without storage, every visit uses the defaults.
  }
}
