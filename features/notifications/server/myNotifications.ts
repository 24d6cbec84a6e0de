import { sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

const PAGE = 500
export async function myNotifications(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await sql<{ id: string }>`
    select id, kind, text, details, path, created_at, read_at, answered from notifications
    where org_id = ${firm} and user_id = ${actor.id} and id > ${after ?? FIRST_ID} order by id limit ${PAGE}`.execute(
    tx,
  )
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}
