// Reactions to other features' events, in the transaction of the change. The server's composition registers them.
import type { Tx } from '#core/server/database/tx.ts'
import type { AnyEventKind, Context, DomainEvent, Row } from '../protocol.ts'

/** The decision about one row, with `events` in order. */
export type RowChange<R extends Row> = {
  before: R | null
  after: R | null
  events: DomainEvent[]
  context: Context
  /** Imported past event: record it, but don't act on it. */
  isHistory?: true
}

type React<R extends Row> = (tx: Tx, changes: RowChange<R>[]) => Promise<void>
// biome-ignore lint/suspicious/noExplicitAny: a list of reactions holds every row
export type Reaction = { kinds: ReadonlySet<string>; react: React<any> }

/**
 * Runs after own and shared rows are saved. One call passes an action's, import's, or handoff's changes in order, with
 * matching events. An error undoes the change. It can run again, so it must only run SQL.
 */
export const on = <R extends Row>(events: AnyEventKind<R> | AnyEventKind<R>[], react: React<R>): Reaction => ({
  kinds: new Set([events].flat().map(({ kind }) => kind)),
  react,
})

/** Sends no query without a listener. */
export async function dispatchReactions<R extends Row>(tx: Tx, changes: RowChange<R>[]): Promise<void> {
  for (const { kinds, react } of tx.services.reactions) {
    const heard = changes.flatMap((change) => {
      const events = change.events.filter(({ kind }) => kinds.has(kind))
      return events.length > 0 ? [{ ...change, events }] : []
    })
    if (heard.length > 0) await react(tx, heard)
  }
}
