import type { Tx } from '#core/server/database/tx.ts'
import type { Action, Context, Row } from '../protocol.ts'
import { dispatchReactions, type RowChange } from './reactions.ts'

/** Locks and saves rows as one person sees them. */
export type Store<R extends Row> = {
  /** Locked until the transaction ends. Null without access. */
  lock: (tx: Tx, context: Context, id: string) => Promise<R | null>
  /** Rows for an action of kind `each`, locked. */
  lockEach: (tx: Tx, context: Context) => Promise<R[]>
  save: (tx: Tx, changes: RowChange<R>[]) => Promise<void>
}

/** Decides authoritatively. Returns the rows as they are, or last were. Throws the rule's Refusal. */
export async function act<I, R extends Row>(
  tx: Tx,
  store: Store<R>,
  action: Action<I, R>,
  input: I,
  context: Context,
): Promise<R[]> {
  const rows =
    action.kind === 'create'
      ? [null]
      : action.kind === 'each'
        ? await store.lockEach(tx, context)
        : [await store.lock(tx, context, action.rowId(input))]
  const changes = rows.map((before): RowChange<R> => {
    const { row: after, events } = action.decide(before, input, context)
    return { before, after, events, context }
  })
  const real = changes.filter(({ before, after, events }) => events.length > 0 || before !== after)
  await saveChanges(tx, store, real)
  return changes.flatMap(({ before, after }) => after ?? before ?? [])
}

/** Saves any number of decisions and runs reactions. */
export async function saveChanges<R extends Row>(
  tx: Tx,
  { save }: Pick<Store<R>, 'save'>,
  changes: RowChange<R>[],
): Promise<void> {
  if (changes.length === 0) return
  await save(tx, changes)
  await dispatchReactions(tx, changes)
}
