// Names of which a firm has each once: whoever gives one waits for who gives one at the same moment.
import { sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'

/** Until the transaction ends. What is looked up afterwards is what the others have left. */
export const lockNames = (tx: Tx, of: 'tags' | 'sections' | 'distribution lists') =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${of} `}::text || ${firm}::text, 0))`.execute(tx)
