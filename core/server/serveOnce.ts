// Long changes that happen once, however often they are asked for: the door stands in front of them, not in them.
import type { Route } from '#core/contract/route.ts'
import { withIdempotency } from '#core/sync/server/door.ts'
import { type Tx, withOrg } from './database/firm.ts'
import type { Call, Handler, Policy } from './routes.ts'
import { stillAllowed } from './stillAllowed.ts'

/** Opens the transaction of a change, and hands it on with what belongs to it. Throws what `work` throws. */
export type TransactionContext<Ready, Held> = <A>(
  call: Call<unknown, unknown, unknown>,
  ready: Ready,
  work: (tx: Tx, held: Held) => Promise<A>,
) => Promise<A>

type Steps<C, A, Ready, Held> = {
  /** Before any transaction: a file is received, somebody else is asked. */
  ready?: (call: C) => Promise<Ready>
  /** In which transaction; without it, one of the caller's firm. */
  within?: TransactionContext<Ready, Held>
  change: (tx: Tx, call: C, ready: Ready, held: Held) => Promise<A>
  /** What was sent, where that is not the body: the same key with something else is refused. */
  content?: (ready: Ready) => unknown
  /** Asked for again: takes back what `ready` made. */
  again?: (tx: Tx, ready: Ready) => Promise<unknown>
}

/** As `serve`, for a change that opens its transaction itself. What is sent again gets the first answer; sent at the same time, it waits for it. */
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
