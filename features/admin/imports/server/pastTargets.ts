// What an import needs of the Tracker; app/product.ts hands it over, since features meet only through contracts.
import type { Tx } from '#core/server/database/firm.ts'
import type { PastTarget } from '#features/targets/contract.ts'
import type { Part } from '../contract.ts'

type Source = { importId: string; zone: string }

export type PastTargets = {
  /** Saves targets with their history; returns their ids in the order given. */
  save: (tx: Tx, source: Source, past: PastTarget[]) => Promise<string[]>
  /** Removes those that nobody has worked on since; returns the ids of the others. */
  remove: (tx: Tx, source: Source, ids: string[]) => Promise<string[]>
  /** Figures of what an import has made and is still here. */
  sum: (tx: Tx, importId: string) => Promise<Part[]>
  /** Which of these people have a part in any target. */
  peopleWithTargets: (tx: Tx, orgId: string, userIds: string[]) => Promise<string[]>
}
