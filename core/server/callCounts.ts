// Counts calls in fixed windows by the database clock, shared by all processes.

import { Refusal } from '#core/contract/errors.ts'
import { tooManyAttempts } from '#core/contract/phrases.ts'
import type { Database } from './database/open.ts'
import { withoutRls } from './database/tx.ts'

export type CallLimit = {
  scope: string
  /** A network address, a person, or a key. */
  subject: string
  most: number
  minutes: number
  sentence?: string
}

/** Counts in a separate transaction, so the count survives a rollback. Throws 429 with Retry-After. */
export async function countCall(
  database: Database,
  { scope, subject, most, minutes, sentence = tooManyAttempts }: CallLimit,
): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ tries: number; wait: number }>`
    insert into rate_limits as g (scope, subject, window_start, tries)
    values (${scope}, ${subject}, date_bin(make_interval(mins => ${minutes}), now(), timestamptz '2020-01-01'), 1)
    on conflict (scope, subject, window_start) do update set tries = g.tries + 1
    returning tries, ceil(extract(epoch from window_start + make_interval(mins => ${minutes}) - now()))::int as wait`,
  )
  const { tries, wait } = rows[0]!
  if (tries > most) throw new Refusal('too_many', sentence, 429, undefined, Math.max(1, wait))
}
