import { sql } from 'kysely'
import type { Tx } from './tx.ts'

/**
 * Lets the transaction read batches of rows by their keys, regardless of statistics. With those of an empty table,
 * PostgreSQL would read all of the firm's rows for each batch.
 */
export const planByKeys = (tx: Tx) =>
  tx.send(sql`
    select set_config('plan_cache_mode', ${tx.database.dialect.batchPlanning}, true), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`)
