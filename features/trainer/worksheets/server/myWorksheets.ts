// A person's answers and the comments on them, for their data export.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

const PAGE = 500
/** Returns everything that was ever written, in order. */
export async function myWorksheets(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ id: string }>`
    select h.id, l.title as lesson, h.worksheet_id, h.version, h.name as cell, h.value, h.at, h.device
    from worksheet_writings h join shared_worksheets w on w.id = h.worksheet_id join shared_lessons l on l.id = w.lesson_id
    where h.org_id = ${currentOrgId} and h.user_id = ${actor.id} and h.id > ${after ?? FIRST_ID} order by h.id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}

/** Returns comments on the person's answers, and the person's own on others' answers. */
export async function myWorksheetComments(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ id: string }>`
    select m.id, m.worksheet_id, m.user_id, m.version, m.name as cell, m.text, m.is_return, m.by_id, m.at from worksheet_comments m
    where m.org_id = ${currentOrgId} and (m.user_id = ${actor.id} or m.by_id = ${actor.id}) and m.id > ${after ?? FIRST_ID} order by m.id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}
