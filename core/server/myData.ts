import type { Tx } from './database/tx.ts'
import type { SignedInSession } from './sessions.ts'

/** A list in a person's data export. Pages use separate, short transactions and end with a null `after`. */
export type DataPart = {
  name: string
  /** Without rows, the file doesn't have the list. */
  isOmittedIfEmpty?: true
  page: (tx: Tx, session: SignedInSession, after: string | null) => Promise<{ rows: unknown[]; after: string | null }>
}
