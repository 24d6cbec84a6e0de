// The once-only door for calls that open their own transaction.

import type { Tx } from '#core/server/database/firm.ts'
import type { Call } from '#core/server/routes.ts'
import { RawJson } from '#core/server/routes.ts'
import { claim, settle } from '#core/sync/server/door.ts'

/** A call that is sent again gets the first answer, as text; the work is not done again. */
export async function once<T>(
  tx: Tx,
  { session, context }: Pick<Call<unknown, unknown, unknown>, 'session' | 'context'>,
  fingerprint: Buffer,
  work: () => Promise<T>,
): Promise<T | RawJson> {
  const stamped = { orgId: session.org.id, userId: session.actor.id, key: context.key, fingerprint }
  const first = await claim(tx, stamped)
  if (first) return new RawJson(first.text)
  const answer = await work()
  await settle(tx, stamped, { status: 200, text: JSON.stringify(answer) })
  return answer
}
