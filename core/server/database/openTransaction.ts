// Knows whether a transaction is open around the current call, only to reject another one inside it.
import { AsyncLocalStorage } from 'node:async_hooks'

export const openTransaction = new AsyncLocalStorage<{ readonly isOpen: boolean }>()

/** The embedded engine has one connection, so a second one would never come. */
export function refuseNested(): void {
  if (openTransaction.getStore()?.isOpen)
    throw new Error('A transaction is open here: use its tx. Another connection from inside it could wait for ever.')
}
