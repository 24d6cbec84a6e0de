// Which transaction the running code is in. A second connection taken from inside one would wait for itself.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type DatabaseConnection, isAbortedTransactionError } from 'kysely'
import type { Database } from './open.ts'

export type Scope = {
  database: Database
  /** The statements that open the transaction. */
  begin: string
  /** The one firm it is for; none for the system's. */
  orgId?: string | undefined
  isOpen: boolean
  /** The answer to `begin`, which is not waited for: the first statement goes right behind it. */
  begun?: Promise<unknown>
  connection?: DatabaseConnection
  /** Until it is there, what is sent waits: see `tellCoordinator`. */
  told?: Promise<unknown>
  /** Answers that the work need not have waited for. */
  sent: Promise<unknown>[]
  /** Tells who waits that the commit takes too long; it may still come about. */
  giveUp: (why: Error) => void
  /** What follows when, and only when, the transaction has been committed. */
  followers: (() => void)[]
}

const scopes = new AsyncLocalStorage<Scope>()

export const currentScope = () => scopes.getStore()

/** Whether the open transaction is one over a Citus cluster: see distributed.ts. */
export const isOnCluster = (): boolean => scopes.getStore()?.database.isDistributed === true

/**
 * Runs work beside the open transaction: what it asks takes a connection of its own while this one is held. Only for a cluster, whose pool has
 * several, and for what few ask: all of them waiting for another one would wait until they give up.
 */
export const outsideTransaction = <T>(work: () => Promise<T>): Promise<T> => scopes.exit(work)

/** Runs after the commit of the open transaction, and not at all when there is none. It must not throw. */
export function afterCommit(work: () => void): void {
  scopes.getStore()?.followers.push(work)
}

/** Runs work whose next transaction opens with `begin`. Throws when one is open already. */
export async function inScope<T>(
  database: Database,
  begin: string,
  work: () => Promise<T>,
  orgId?: string,
): Promise<T> {
  refuseNested()
  const late = Promise.withResolvers<never>()
  const scope: Scope = { database, begin, orgId, isOpen: false, sent: [], giveUp: late.reject, followers: [] }
  return Promise.race([within(scope, work), late.promise])
}

async function within<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  try {
    const result = await scopes.run(scope, work)
    await Promise.all(scope.sent)
    for (const follow of scope.followers) follow()
    return result
  } catch (error) {
    // Statements after one that failed fail too, with less to say.
    await scope.begun
    if (isAborted(error)) await Promise.all(scope.sent)
    throw error
  } finally {
    scope.isOpen = false
    delete scope.connection
  }
}

/** A statement, or the commit, of a transaction that one of its statements had ended. */
const isAborted = (error: unknown) =>
  isAbortedTransactionError(error) || (error as { code?: unknown } | null)?.code === '25P02'

/** A connection asked for while one is held: on the embedded engine, which has one, it would never come. */
export function refuseNested(): void {
  if (scopes.getStore()?.isOpen)
    throw new Error('A transaction is open here: use its tx. Another connection from inside it could wait for ever.')
}
