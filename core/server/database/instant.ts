import { type RawBuilder, sql } from 'kysely'

/** Formats timestamps in database JSON as the API does: '2026-11-21T04:38:19.100Z'. */
export const instant = (column: RawBuilder<unknown>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
