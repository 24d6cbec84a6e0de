import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

const PAGE = 500
type Fact = { target_id: string; since: string }

/** Returns what was expected of the person's Targets, for their own data. */
export async function myFacts(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const [target, since] = after?.split(' ') ?? [FIRST_ID, '0001-01-01']
  const { rows } = await tx.sql<Fact>`
    select target_id, since::text, until::text, amount::float8 as amount, chance, expected_close from forecast_facts
    where org_id = ${currentOrgId} and owner_id = ${actor.id} and (target_id, since) > (${target!}::uuid, ${since!}::date)
    order by target_id, forecast_facts.since limit ${PAGE}`
  const last = rows.at(-1)
  return { rows, after: rows.length < PAGE || !last ? null : `${last.target_id} ${last.since}` }
}
