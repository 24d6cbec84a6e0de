// Locks names that are unique within a firm: two people who create one at the same time wait for each other.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** Locks until the transaction ends. Later reads see what other transactions committed. */
export const lockNames = (tx: Tx, of: 'tags' | 'sections' | 'distribution lists') =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${of} `}::text || ${currentOrgId}::text, 0))`
