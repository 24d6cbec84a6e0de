import type { Actor } from '#core/sync/protocol.ts'
import type { Target } from './contract.ts'
import type { CreateInput } from './forms/contract.ts'

/** Label of the won revenue in the results of an import. */
export const WON_REVENUE = 'Won revenue in dollars'
/** Stage, expected close, and own chance. No one knows since when they are so. */
export type TargetOutlook = Pick<Required<Target>, 'stage' | 'expected_close' | 'chance'>

/** Imported target with its known history. Instants are ISO strings. */
export type PastTarget = {
  input: CreateInput
  owner: Actor
  created: string
  /** Role of the first contact. */
  role?: string
  /** Contacts after the first one. */
  contacts?: { name: string; email: string; phone: string; role: string }[]
  /** The creation date is unknown. `created` is the latest possible day. */
  isUndated?: boolean
  /** Counts as created on no day. */
  isUncounted?: boolean
  outlook?: TargetOutlook
  end:
    | null
    | { status: 'completed'; at: string; revenue: number }
    | { status: 'lost'; at: string; lost_reason: string }
    | { status: 'archived'; at: string }
}
