// What other features do about changes of shared targets, in the transaction of the change. Composed by app.
import type { Tx } from '#core/server/database/firm.ts'
import type { Change } from '#core/sync/server/actions.ts'
import type { Target } from '../contract.ts'

export type Reaction = (tx: Tx, changes: Change<Target>[]) => Promise<void>

const reactions = new Set<Reaction>()

/** From now on this one hears of every change of a target that more than one person has a part in. */
export const onSharedChanges = (reaction: Reaction): void => void reactions.add(reaction)

export async function react(tx: Tx, changes: Change<Target>[]): Promise<void> {
  for (const reaction of reactions) await reaction(tx, changes)
}
