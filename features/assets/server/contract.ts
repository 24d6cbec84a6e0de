// What assets offer to other features of the server.
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/firm.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

export type OpenableAsset = {
  id: string
  name: string
  pages: number
  /** The day of the last change, in the firm's zone. */
  changed: string
}

/** Assets that the caller may open, by name: of these ids, or all with null. None where the firm has not subscribed to them. */
export const openableAssets =
  definePort<(tx: Tx, session: SignedInSession, ids: readonly string[] | null) => Promise<OpenableAsset[]>>(
    'assets.openable',
  )
