// Signs links to a firm's files. It is derived from the installation's key. Older firms keep their encrypted key, so
// that existing links still open.
import { randomBytes } from 'node:crypto'
import type { Database } from '../database/open.ts'
import type { Tx } from '../database/tx.ts'
import { encryptColumn } from '../encryptColumn.ts'

export type StoredLinkKey = {
  /** Signs while `link_sealed` is null. */
  link_key: Buffer
  /** Null if the firm never had its own key. */
  link_sealed: Buffer | null
}

const placeOf = (orgId: string) => `links of ${orgId}`

/** If the old key can't be decrypted, a new one invalidates the firm's links. */
export function linkKeyOf(tx: Tx, orgId: string, { link_key, link_sealed }: StoredLinkKey): Buffer {
  if (link_sealed === null) return link_key
  const { box } = tx.services
  const former = box.open(link_sealed, placeOf(orgId))
  return former === null ? box.keyFor(placeOf(orgId)) : Buffer.from(former, 'hex')
}

/** Leaves a random value in `link_key` that signs nothing, because older processes treat it as a key. */
export const encryptLinkKeys = (database: Database): Promise<void> =>
  encryptColumn(database, {
    table: 'orgs',
    isReadable: 'link_sealed is null',
    from: 'link_key',
    into: 'link_sealed',
    left: () => randomBytes(32),
    placeOf,
  })
