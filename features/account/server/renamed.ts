import { sql } from 'kysely'
import type { Tx } from '#core/server/database/firm.ts'
import type { SignedIn } from '#core/server/sessions.ts'

/** Names stand in everybody's copy of a target: write those anew. */
export async function refreshWhereNamed(tx: Tx, { org, actor }: SignedIn): Promise<void> {
  const named = sql`
    select target_id from target_people where org_id = ${org.id} and user_id = ${actor.id}
    union select target_id from tasks where org_id = ${org.id} and user_id = ${actor.id}`
  // First the targets, as every action does: a copy that is older than somebody's action must not replace a newer one.
  await sql`select id from targets where org_id = ${org.id} and id in (${named}) order by id for update`.execute(tx)
  await sql`select refresh_docs(${org.id}, array(${named}))`.execute(tx)
}
