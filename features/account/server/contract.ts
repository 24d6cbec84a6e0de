// What the account offers to other features of the server.

import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/firm.ts'

export type SomebodyInFirm = { orgId: string; userId: string; email: string }

/** How a person gets in. */
export type AuthMethods = {
  /** The client's own path, '/…', where the person chooses a password; links made before it end. */
  passwordPath: (tx: Tx, person: SomebodyInFirm, why: 'invitation' | 'reset') => Promise<string>
  /** The firm's own login, for a person who has no password and none to choose: its name, and the client's path to it. */
  signOnInstead: (tx: Tx, person: SomebodyInFirm) => Promise<{ provider: string; path: string } | null>
  /** Ends the links that were mailed to a person. */
  endLinks: (tx: Tx, person: Omit<SomebodyInFirm, 'email'>) => Promise<void>
  /** Removes authenticator, passkeys and recovery codes. */
  resetTwoFactor: (tx: Tx, person: Omit<SomebodyInFirm, 'email'>) => Promise<void>
  /** After the person's phone number is another one than `from`: ends what was sent there, and tells it. */
  phoneMoved: (tx: Tx, person: Omit<SomebodyInFirm, 'email'>, from: string) => Promise<void>
}
export const authMethods = definePort<AuthMethods>('account.waysIn')

/** Why somebody can't choose a password, or null. */
export type PasswordProblem = (
  password: string,
  /** What a guesser knows of its owner. */
  known: { names: readonly string[]; email: string; firm: string },
) => Promise<string | null>
export const passwordProblem = definePort<PasswordProblem>('account.passwordProblem')
