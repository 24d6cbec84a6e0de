// Idempotency check for long changes.
import type { Route } from '#core/contract/route.ts'
import { withIdempotency } from '#core/sync/server/idempotency.ts'
import { type Tx, withOrg } from './database/tx.ts'
import type { Call, Handler, Policy } from './routes.ts'
import { stillAllowed } from './stillAllowed.ts'

/** Opens a change's transaction with related resources. Throws any error of `work`. */
export type TransactionContext<Ready, Held> = <A>(
  call: Call<unknown, unknown, unknown>,
  ready: Ready,
  work: (tx: Tx, held: Held) => Promise<A>,
) => Promise<A>

type Steps<C, A, Ready, Held> = {
  /** Before any transaction, for example to receive a file. */
  ready?: (call: C) => Promise<Ready>
  /** Defaults to a transaction of the caller's firm. */
  within?: TransactionContext<Ready, Held>
  change: (tx: Tx, call: C, ready: Ready, held: Held) => Promise<A>
  /** If not the body. The same key with other content is rejected. */
  content?: (ready: Ready) => unknown
  /** Undoes `ready` for a repeat. */
  again?: (tx: Tx, ready: Ready) => Promise<unknown>
}

/** For a change that opens its own transaction. Repeats return the stored response, and concurrent ones wait for it. */
export function defineIdempotentHandler<P, Q, B, A, Ready, Held>(
  route: Route<P, Q, B, A>,
  policy: Policy,
  { ready, within, change, content, again }: Steps<Call<P, Q, B>, A, Ready, Held>,
): Handler {
  if (route.hasSecret)
    throw new Error(`The route ${route.name} answers a secret: serve it by serve, which keeps the answer sealed.`)
  const inOwnFirm: TransactionContext<Ready, Held> = ({ database, session }, _, work) =>
    withOrg(database, session.org.id, (tx) => work(tx, undefined as Held))
  const run = async (call: Call<P, Q, B>) => {
    const made = (await ready?.(call)) as Ready
    return (within ?? inOwnFirm)(call, made, async (tx, held) => {
      await stillAllowed(tx, call.session, policy)
      const { isFirst, answer } = await withIdempotency(tx, call, () => change(tx, call, made, held), content?.(made))
      if (!isFirst) await again?.(tx, made)
      return answer
    })
  }
  return { route, policy, run, isLong: true, isOnce: true }
}
