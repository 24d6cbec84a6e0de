// Tries that reach a check of a secret: counted where every process sees them.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { asSystem } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'

/** Tries in a quarter of an hour that reach the password check. */
export const guessLimits = { account: 10, address: 100, all: 5000 } as const
const WINDOW_MINUTES = 15

/** Counts a try where every process sees it; throws 429 with Retry-After beyond the limits. */
export async function countGuess(database: Database, email: string, address: string): Promise<void> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ scope: keyof typeof guessLimits; tries: number; wait: number }>`
    insert into guesses as g (scope, subject, window_start, tries)
    select scope, subject, date_bin(make_interval(mins => ${WINDOW_MINUTES}), now(), timestamptz '2020-01-01'), 1
    from (values ('account', ${email}), ('address', ${address}), ('all', '')) as given (scope, subject)
    on conflict (scope, subject, window_start) do update set tries = g.tries + 1
    returning scope, tries, ceil(extract(epoch from window_start + make_interval(mins => ${WINDOW_MINUTES}) - now()))::int as wait`.execute(
      tx,
    ),
  )
  const beyond = rows.find(({ scope, tries }) => tries > guessLimits[scope])
  if (beyond)
    throw new Refusal(
      'too_many',
      'Too many tries. Please wait a little and try again.',
      429,
      undefined,
      Math.max(1, beyond.wait),
    )
}

/** A right password was no guess. */
export async function forgetGuess(database: Database, email: string, address: string): Promise<void> {
  await asSystem(database, (tx) =>
    sql`
    update guesses set tries = greatest(0, tries - 1)
    where (scope, subject) in (('account', ${email}), ('address', ${address}), ('all', '')) and window_start > now() - make_interval(mins => ${WINDOW_MINUTES})`.execute(
      tx,
    ),
  )
}
