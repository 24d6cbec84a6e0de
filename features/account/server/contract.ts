import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'

export type SomeoneInFirm = { orgId: string; userId: string; email: string }

export type AuthMethods = {
  /** Creates the client path, '/…', where the person sets a password. Earlier links become invalid. */
  passwordPath: (tx: Tx, person: SomeoneInFirm, why: 'invitation' | 'reset') => Promise<string>
  /** Returns the SSO provider's name and client path for a person who has no password and can't set one. */
  signOnInstead: (tx: Tx, person: SomeoneInFirm) => Promise<{ provider: string; path: string } | null>
  endLinks: (tx: Tx, person: Omit<SomeoneInFirm, 'email'>) => Promise<void>
  resetTwoFactor: (tx: Tx, person: Omit<SomeoneInFirm, 'email'>) => Promise<void>
  /** Invalidates codes after the phone changed from `from`, and notifies the person. */
  phoneMoved: (tx: Tx, person: Omit<SomeoneInFirm, 'email'>, from: string) => Promise<void>
}
export const authMethods = definePort<AuthMethods>('account.waysIn')

/** Returns why a person can't choose a password, or null. */
export type PasswordProblem = (
  password: string,
  /** Facts about the owner that a guesser could use. */
  known: { names: readonly string[]; email: string; firm: string },
) => Promise<string | null>
export const passwordProblem = definePort<PasswordProblem>('account.passwordProblem')
