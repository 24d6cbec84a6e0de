// Locks names that are unique within a firm: two people who create one at the same time wait for each other.
import { sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'

/** Locks until the transaction ends. Later reads see what other transactions committed. */
export const lockNames = (tx: Tx, of: 'tags' | 'sections' | 'distribution lists') =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${of} `}::text || ${firm}::text, 0))`.execute(tx)
