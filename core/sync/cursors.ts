// Feed requests. Separate from the route's schemas, which devices don't need.
import { addressOf } from '#core/contract/route.ts'

/** Cursor of each requested collection, null for all of its rows. */
export type Cursors = Readonly<Record<string, string | null>>

export const FEED = { path: 'sync', method: 'GET', name: 'sync.changes' } as const

/** Formats 'targets:120,notifications'. */
export function feedAddress(cursors: Cursors): string {
  const named = Object.entries(cursors).map(([name, cursor]) => (cursor === null ? name : `${name}:${cursor}`))
  return addressOf({ ...FEED, summary: '' }, { query: { after: named.join() } })
}
