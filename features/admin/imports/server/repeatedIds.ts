import type { Tx } from '#core/server/database/tx.ts'
import type { ImportKind } from '../contract.ts'
import { knownExternalIds } from './store.ts'

type ReadRow = { read: { externalId: string } | { reason: string } }

/**
 * Returns for each row why its ID in the other system can't be imported, or null. `seen` are the IDs of earlier rows, to
 * which it adds those of these.
 */
export async function repeatedIds(
  tx: Tx,
  kind: ImportKind,
  rows: readonly ReadRow[],
  seen: Set<string>,
): Promise<(string | null)[]> {
  const idOf = ({ read }: ReadRow) => ('reason' in read ? '' : read.externalId)
  const known = await knownExternalIds(tx, kind, rows.map(idOf).filter(Boolean))
  return rows.map((row) => {
    const externalId = idOf(row)
    if (externalId === '') return null
    if (known.has(externalId)) return `The ID “${externalId}” was already imported.`
    if (seen.has(externalId)) return `The ID “${externalId}” is already used in an earlier row.`
    seen.add(externalId)
    return null
  })
}
