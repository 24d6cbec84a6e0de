// What the administration of people needs of other features; app/product.ts hands it over, since features meet only through contracts.
import type { Tx } from '#core/server/database/firm.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { HandOverPlan } from '../people/contract.ts'

export type SomebodyInFirm = { orgId: string; userId: string; email: string }

/** How a person gets in. */
export type WaysIn = {
  /** The client's own path, '/…', where the person chooses a password; links made before it end. */
  passwordPath: (tx: Tx, person: SomebodyInFirm, why: 'invitation' | 'reset') => Promise<string>
  /** Ends the links that were mailed to a person. */
  endLinks: (tx: Tx, person: Omit<SomebodyInFirm, 'email'>) => Promise<void>
  /** Removes authenticator, passkeys and recovery codes. */
  resetTwoFactor: (tx: Tx, person: Omit<SomebodyInFirm, 'email'>) => Promise<void>
}

export type HandingOver = {
  from: Actor
  /** The administrator, who is recorded as the doer. */
  by: Actor
  plan: HandOverPlan
  /** Targets are taken in the order of their ids, beginning after this one. */
  after: string
  most: number
  /** The key of the events that this leaves in the targets' history. */
  key: string
  now: string
  zone: string
}

/** The targets of a person who leaves. */
export type LeavingTargets = {
  /** How many the person owns, by status. */
  count: (tx: Tx, userId: string) => Promise<Record<string, number>>
  /** Hands over the next few; `last` is the id of the last one, null when there are no more. Throws a Refusal when a new owner is gone. */
  handOver: (tx: Tx, given: HandingOver) => Promise<{ done: number; last: string | null }>
}

export type PeoplePorts = { waysIn: WaysIn; targets: LeavingTargets }
