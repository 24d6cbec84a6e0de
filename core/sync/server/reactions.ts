// What features do about what happens in others, in the transaction of the change. Whoever composes a server says who listens.
import { attached } from '#core/server/database/attached.ts'
import type { Tx } from '#core/server/database/firm.ts'
import type { AnyEventKind, Context, DomainEvent, Row } from '../protocol.ts'

/** What was decided about one row. `events` in the order in which they happened. */
export type RowChange<R extends Row> = {
  before: R | null
  after: R | null
  events: DomainEvent[]
  context: Context
  /** It came from elsewhere and lies in the past: it is told to be known, not to be done something about. */
  isHistory?: true
}

type React<R extends Row> = (tx: Tx, changes: RowChange<R>[]) => Promise<void>
// biome-ignore lint/suspicious/noExplicitAny: a list of reactions holds every row
export type Reaction = { kinds: ReadonlySet<string>; react: React<any> }

/**
 * Hears of these events: of own rows and shared ones, right after their change was saved. One call brings all changes of one action, import or
 * hand-over, in their order, each with those of its events that are listened to. What it throws undoes the change; it may run again
 * with its transaction, so it does nothing but SQL.
 */
export const on = <R extends Row>(events: AnyEventKind<R> | AnyEventKind<R>[], react: React<R>): Reaction => ({
  kinds: new Set([events].flat().map(({ kind }) => kind)),
  react,
})

/** One after the other; nothing is waited for where nobody listens. */
export async function dispatchReactions<R extends Row>(tx: Tx, changes: RowChange<R>[]): Promise<void> {
  for (const { kinds, react } of attached().reactions) {
    const heard = changes.flatMap((change) => {
      const events = change.events.filter(({ kind }) => kinds.has(kind))
      return events.length > 0 ? [{ ...change, events }] : []
    })
    if (heard.length > 0) await react(tx, heard)
  }
}
