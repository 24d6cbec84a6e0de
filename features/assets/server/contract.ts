import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

export type OpenableAsset = {
  id: string
  name: string
  pages: number
  /** Day of the last change, in the firm's time zone. */
  changed: string
}

/**
 * Returns the assets that the caller can open, by name: those with these IDs, or all with null. Empty without a
 * subscription.
 */
export const openableAssets =
  definePort<(tx: Tx, session: SignedInSession, ids: readonly string[] | null) => Promise<OpenableAsset[]>>(
    'assets.openable',
  )
