import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

const PAGE = 500
export async function myNotifications(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ id: string }>`
    select id, kind, text, details, path, created_at, read_at, answered from notifications
    where org_id = ${currentOrgId} and user_id = ${actor.id} and id > ${after ?? FIRST_ID} order by id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}
