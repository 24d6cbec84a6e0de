// How a device asks its feed for what is new. Apart from the route's shapes: a device that asks needs none of them.
import { addressOf } from '#core/contract/route.ts'

/** Of each collection that is asked for, its cursor; null for all of its rows. */
export type Cursors = Readonly<Record<string, string | null>>

export const FEED = { path: 'sync', method: 'GET', name: 'sync.changes' } as const

/** 'targets:120,notifications' */
export function feedAddress(cursors: Cursors): string {
  const named = Object.entries(cursors).map(([name, cursor]) => (cursor === null ? name : `${name}:${cursor}`))
  return addressOf({ ...FEED, summary: '' }, { query: { after: named.join() } })
}
