import type { Tx } from '#core/server/database/firm.ts'
import type { Action, Context, DomainEvent, Row } from '../protocol.ts'

export type Change<R extends Row> = { before: R | null; after: R | null; events: DomainEvent[]; context: Context }

/** How a feature's rows are locked as one person sees them, and saved. */
export type Store<R extends Row> = {
  /** The row as `context.actor` sees it, locked until the transaction ends; null when that person has no part in it. */
  lock: (tx: Tx, context: Context, id: string) => Promise<R | null>
  /** Every row that an action of kind `each` may be about, locked. */
  lockEach: (tx: Tx, context: Context) => Promise<R[]>
  save: (tx: Tx, changes: Change<R>[]) => Promise<void>
}

/** Decides an action with authority and saves what it changed. Returns the rows as they are now, or were last; throws the rule's Refusal. */
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
  const changes = rows.map((before): Change<R> => {
    const { row: after, events } = action.decide(before, input, context)
    return { before, after, events, context }
  })
  const real = changes.filter(({ before, after, events }) => events.length > 0 || before !== after)
  if (real.length > 0) await store.save(tx, real)
  return changes.flatMap(({ before, after }) => after ?? before ?? [])
}
