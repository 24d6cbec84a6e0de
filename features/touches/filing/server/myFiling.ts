// Email filing as part of a person's own data.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

type Own = Pick<SignedInSession, 'actor'>

export async function myFiling(tx: Tx, { actor }: Own) {
  const { rows } = await tx.sql<{ [column: string]: unknown }>`
    select p.is_on, p.made_at as created_at,
      array(select s.address from filing_senders s where s.org_id = p.org_id and s.user_id = p.user_id and s.verified_at is not null order by s.address) as sender_addresses
    from filing_people p where p.org_id = ${currentOrgId} and p.user_id = ${actor.id}`
  return { rows, after: null }
}

const PAGE = 50

export async function myFiledMessages(tx: Tx, { actor }: Own, after: string | null) {
  const { rows } = await tx.sql<{ id: string }>`
    select id, received_at, state, message from filed_messages
    where org_id = ${currentOrgId} and user_id = ${actor.id} and id > ${after ?? FIRST_ID} order by id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}
