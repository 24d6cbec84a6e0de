// What links to a firm's files are signed with. It stands nowhere: it follows from the installation's key. Firms that had a key of their own
// before keep it, sealed, so that links that are out go on opening.
import { randomBytes } from 'node:crypto'
import { attached } from '../database/attached.ts'
import type { Database } from '../database/open.ts'
import { encryptColumn } from '../sealColumn.ts'

/** Of a row of `orgs`. */
export type StoredLinkKey = {
  /** Signs while there is no `link_sealed`. */
  link_key: Buffer
  /** Empty where the firm never had a key of its own. */
  link_sealed: Buffer | null
}

const placeOf = (orgId: string) => `links of ${orgId}`

/** In a transaction. A firm whose former key was sealed with a lost one gets another: its links are made anew by whoever shows them. */
export function linkKeyOf(orgId: string, { link_key, link_sealed }: StoredLinkKey): Buffer {
  if (link_sealed === null) return link_key
  const { box } = attached()
  const former = box.open(link_sealed, placeOf(orgId))
  return former === null ? box.keyFor(placeOf(orgId)) : Buffer.from(former, 'hex')
}

/** What is left in `link_key` is another random one, which signs nothing: a process of before takes it for a key. */
export const encryptLinkKeys = (database: Database): Promise<void> =>
  encryptColumn(database, {
    table: 'orgs',
    isReadable: 'link_sealed is null',
    from: 'link_key',
    into: 'link_sealed',
    left: () => randomBytes(32),
    placeOf,
  })
