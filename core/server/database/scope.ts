// Tracks the current transaction. A second connection inside one would deadlock.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type DatabaseConnection, isAbortedTransactionError } from 'kysely'
import type { Database } from './open.ts'

export type Scope = {
  database: Database
  begin: string
  /** Undefined in a system transaction. */
  orgId?: string | undefined
  isOpen: boolean
  /** Result of `begin`, which no one awaits: the first statement follows right behind. */
  begun?: Promise<unknown>
  connection?: DatabaseConnection
  /** Statements wait until this resolves. See `setClusterTransaction`. */
  told?: Promise<unknown>
  /** Results that no one needed to await. */
  sent: Promise<unknown>[]
  /** The commit takes too long but can still succeed. */
  giveUp: (why: Error) => void
  /** Callbacks that run only after a commit. */
  followers: (() => void)[]
}

const scopes = new AsyncLocalStorage<Scope>()

export const currentScope = () => scopes.getStore()

/** Returns whether the transaction is on a cluster. See `distributed.ts`. */
export const isOnCluster = (): boolean => scopes.getStore()?.database.isDistributed === true

/**
 * Runs work on a second connection. Only for clusters and rare calls: if every caller waited for a second connection,
 * all would time out.
 */
export const outsideTransaction = <T>(work: () => Promise<T>): Promise<T> => scopes.exit(work)

/** Does nothing outside a transaction. The callback must not throw. */
export function afterCommit(work: () => void): void {
  scopes.getStore()?.followers.push(work)
}

/** The next transaction opens with `begin`. Throws if one is already open. */
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
    // Later statements fail with a less useful error.
    await scope.begun
    if (isAborted(error)) await Promise.all(scope.sent)
    throw error
  } finally {
    scope.isOpen = false
    delete scope.connection
  }
}

/** An earlier statement had already aborted the transaction. */
const isAborted = (error: unknown) =>
  isAbortedTransactionError(error) || (error as { code?: unknown } | null)?.code === '25P02'

/** The embedded engine has one connection, so a second one would never come. */
export function refuseNested(): void {
  if (scopes.getStore()?.isOpen)
    throw new Error('A transaction is open here: use its tx. Another connection from inside it could wait for ever.')
}
