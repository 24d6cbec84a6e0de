import type { Tx } from './database/firm.ts'
import type { SignedInSession } from './sessions.ts'

/** A list in the file of a person's own data. Pages end where `after` is null; each is read in a transaction of its own, so that the longest record is short work. */
export type DataPart = {
  name: string
  page: (tx: Tx, session: SignedInSession, after: string | null) => Promise<{ rows: unknown[]; after: string | null }>
}
