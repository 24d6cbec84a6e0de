// Targets that came to be elsewhere, with the history that is known of them. No rules.
import type { Actor } from '#core/sync/protocol.ts'
import type { CreateInput } from './entering/contract.ts'

/** The label of the dollars won, where an import's figures are listed. */
export const WON_REVENUE = 'Won revenue in dollars'
/** A target that came to be elsewhere, with the history that is known of it. Instants are ISO. */
export type PastTarget = {
  input: CreateInput
  owner: Actor
  created: string
  /** No one knows when it was created: `created` is the latest day on which it can have been. */
  isUndated?: boolean
  /** It counts as created on no day. */
  isUncounted?: boolean
  end:
    | null
    | { status: 'completed'; at: string; revenue: number }
    | { status: 'lost'; at: string; lost_reason: string }
    | { status: 'archived'; at: string }
}
