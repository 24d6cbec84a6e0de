// Morgan's assignments in the demo.
import { addDays } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoFirm, DemoSetting } from '#core/server/demo/demo.ts'
import { assign, assignToGroups } from '../../assigning/server/routes.ts'

const MORGAN = 'morgan@hartwell.example'
/** `days` counts from today. None is a day on which people are reminded. */
const asked: readonly { title: string; isCategory?: true; to: readonly string[] | 'my group'; days: number }[] = [
  { title: 'Say what you do in one sentence', to: ['dana@hartwell.example'], days: -6 },
  { title: 'End each meeting with a date', to: ['dana@hartwell.example', 'lee@hartwell.example'], days: 9 },
  { title: 'Growing the clients you have', isCategory: true, to: 'my group', days: 27 },
]

/** Runs in Morgan's firm, which is set on `tx`. */
export async function assignLessons(tx: Tx, { people }: DemoFirm, { calendar }: DemoSetting): Promise<void> {
  const morgan = people.get(MORGAN)
  if (!morgan) return
  for (const { title, isCategory = false, to, days } of asked) {
    const { rows } = await tx.sql<{ id: string }>`
      select id from lessons where title = ${title} union all select id from lesson_categories where name = ${title}`
    const whom =
      to === 'my group'
        ? await groupOf(tx, morgan.id)
        : to.map((email) => ({ id: people.get(email)!.id, group_id: null }))
    const due = addDays(calendar.today, days)
    const subject = { id: rows[0]!.id, title, isCategory }
    const groups = whom.flatMap(({ group_id }) => group_id ?? [])
    await assignToGroups(tx, subject, [...new Set(groups)], { by: morgan.id, due })
    await assign(tx, subject, whom, { by: morgan.id, due })
  }
}

async function groupOf(tx: Tx, managerId: string): Promise<{ id: string; group_id: string | null }[]> {
  const { rows } = await tx.sql<{ id: string; group_id: string }>`
    select m.user_id as id, m.group_id from group_managers g join group_members m on m.org_id = g.org_id and m.group_id = g.group_id
    where g.org_id = ${currentOrgId} and g.user_id = ${managerId} and m.user_id <> ${managerId} order by m.user_id`
  return rows
}
