import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { asSystem } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'

/** Sign-ons begun from one network address in a quarter of an hour: a whole office on a Monday morning. None per account: nobody can be locked out. */
export const START_LIMIT = 600
const WINDOW_MINUTES = 15

/** Counts the beginning of a sign-on where every process sees it; throws 429 with Retry-After beyond the limit. */
export async function countStart(database: Database, address: string): Promise<void> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ tries: number; wait: number }>`
    insert into guesses as g (scope, subject, window_start, tries)
    values ('sign-on', ${address}, date_bin(make_interval(mins => ${WINDOW_MINUTES}), now(), timestamptz '2020-01-01'), 1)
    on conflict (scope, subject, window_start) do update set tries = g.tries + 1
    returning tries, ceil(extract(epoch from window_start + make_interval(mins => ${WINDOW_MINUTES}) - now()))::int as wait`.execute(
      tx,
    ),
  )
  const { tries, wait } = rows[0]!
  if (tries > START_LIMIT)
    throw new Refusal(
      'too_many',
      'Too many tries. Please wait a little and try again.',
      429,
      undefined,
      Math.max(1, wait),
    )
}
