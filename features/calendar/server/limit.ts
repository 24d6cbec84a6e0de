// Rate limit of the feed. It counts before the secret is checked, so that a wrong one costs as much work.
import { Refusal } from '#core/contract/errors.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'

/**
 * Requests per 15 minutes. Each device asks once an hour, and calendar services ask for many people from one address.
 * Source: our own.
 */
export const feedLimits = { ical: 60, ical_address: 3000 } as const
const WINDOW_MINUTES = 15

/** Counts a request for all processes. Throws 429 with Retry-After beyond the limits. */
export async function countQuestion(database: Database, secretHash: Buffer, address: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ scope: keyof typeof feedLimits; tries: number; wait: number }>`
    insert into rate_limits as g (scope, subject, window_start, tries)
    select scope, subject, date_bin(make_interval(mins => ${WINDOW_MINUTES}), now(), timestamptz '2020-01-01'), 1
    from (values ('ical', ${secretHash.toString('base64url')}), ('ical_address', ${address})) as given (scope, subject)
    on conflict (scope, subject, window_start) do update set tries = g.tries + 1
    returning scope, tries, ceil(extract(epoch from window_start + make_interval(mins => ${WINDOW_MINUTES}) - now()))::int as wait`,
  )
  const beyond = rows.find(({ scope, tries }) => tries > feedLimits[scope])
  if (!beyond) return
  const wait = Math.max(1, beyond.wait)
  throw new Refusal('too_many', 'This calendar is being refreshed too often. Wait a moment.', 429, undefined, wait)
}
