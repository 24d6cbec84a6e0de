// What links to a firm's files are signed with. It stands nowhere: it follows from the installation's key. Firms that had a key of their own
// before keep it, sealed, so that links that are out go on opening.
import { attached } from '../database/attached.ts'
import type { Database } from '../database/open.ts'
import { sealColumn } from '../sealColumn.ts'

/** Of a row of `orgs`. */
export type KeptLinkKey = {
  /** From before it was sealed, until the start has done so. */
  link_key: Buffer | null
  link_sealed: Buffer | null
}

const placeOf = (orgId: string) => `links of ${orgId}`

/** In a transaction. A firm whose former key was sealed with a lost one gets another: its links are made anew by whoever shows them. */
export function linkKeyOf(orgId: string, { link_key, link_sealed }: KeptLinkKey): Buffer {
  if (link_key) return link_key
  const { box } = attached()
  const former = link_sealed && box.open(link_sealed, placeOf(orgId))
  return former ? Buffer.from(former, 'hex') : box.keyFor(placeOf(orgId))
}

export const sealLinkKeys = (database: Database): Promise<void> =>
  sealColumn(database, { table: 'orgs', from: 'link_key', into: 'link_sealed', placeOf })
