// A person's watched lessons and assignments, for their data export.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

const PAGE = 500
const titled = sql`left join shared_lessons l on l.id = x.lesson_id left join firm_lessons f on f.org_id = x.org_id and f.id = x.lesson_id`

export async function myLessons(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ lesson_id: string }>`
    select x.lesson_id, coalesce(l.title, f.title) as lesson, x.ranges, x.seconds, x.resume, x.watched_at, x.done_at from lesson_progress x ${titled}
    where x.org_id = ${currentOrgId} and x.user_id = ${actor.id} and x.lesson_id > ${after ?? FIRST_ID} order by x.lesson_id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.lesson_id }
}

/** Returns assignments to and by the person. */
export async function myAssignments(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ id: string }>`
    select x.id, coalesce(l.title, f.title) as lesson, c.name as category, x.user_id, x.assigned_by, x.due, x.assigned_at, x.ended_at
    from lesson_assignments x ${titled} left join shared_lesson_categories c on c.id = x.category_id
    where x.org_id = ${currentOrgId} and (x.user_id = ${actor.id} or x.assigned_by = ${actor.id}) and x.id > ${after ?? FIRST_ID} order by x.id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}

/** Returns the person's assignments to groups. */
export async function myGroupAssignments(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ id: string }>`
    select x.id, coalesce(l.title, f.title) as lesson, c.name as category, x.group_id, x.due, x.assigned_at, x.ended_at
    from lesson_group_assignments x ${titled} left join shared_lesson_categories c on c.id = x.category_id
    where x.org_id = ${currentOrgId} and x.assigned_by = ${actor.id} and x.id > ${after ?? FIRST_ID} order by x.id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}
