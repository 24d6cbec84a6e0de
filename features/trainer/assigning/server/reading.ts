// Reads assignments, by lesson or by person, for people who can assign.
import { type RawBuilder, sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { instant } from '#core/server/database/instant.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Assigned, AssignedGroup, AssignedLine, AssignedTo, routes } from '../contract.ts'
import { allDone } from './done.ts'

/** A lesson or category that can be assigned. */
export type AssignmentSubject = { id: string; title: string; isCategory: boolean }

/** `theirs` is SQL over a person `u`: whether the caller can see them. */
export async function assignedOf(
  tx: Tx,
  { id, isCategory }: AssignmentSubject,
  theirs: RawBuilder<boolean>,
): Promise<AssignedTo> {
  const column = sql.ref(isCategory ? 'category_id' : 'lesson_id')
  const { rows: assigned } = await tx.sql<Assigned>`
    select u.id as user_id, u.first_name, u.last_name, concat_ws(' ', b.first_name, b.last_name) as by, a.due, ${instant(sql`a.assigned_at`)} as at,
      case when ${allDone} then 'yes' else 'no' end as done,
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as group
    from lesson_assignments a join users u on u.org_id = a.org_id and u.id = a.user_id join users b on b.org_id = a.org_id and b.id = a.assigned_by
    left join groups g on g.org_id = a.org_id and g.id = a.group_id
    where a.org_id = ${currentOrgId} and a.${column} = ${id} and a.ended_at is null and u.deactivated_at is null and ${theirs}
    order by u.last_name, u.first_name, u.id`
  const seen = new Set(assigned.flatMap(({ group }) => group?.id ?? []))
  const { rows: groups } = await tx.sql<AssignedGroup & { is_mine: boolean }>`
    select g.id as group_id, g.name, concat_ws(' ', b.first_name, b.last_name) as by, a.due,
      (select count(*)::int from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
        where m.org_id = g.org_id and m.group_id = g.id) as members,
      not exists (select 1 from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
        where m.org_id = g.org_id and m.group_id = g.id and not ${theirs}) as is_mine
    from lesson_group_assignments a join groups g on g.org_id = a.org_id and g.id = a.group_id and g.status = 'active'
    join users b on b.org_id = a.org_id and b.id = a.assigned_by
    where a.org_id = ${currentOrgId} and a.${column} = ${id} and a.ended_at is null order by g.name, g.id`
  return {
    assigned,
    groups: groups
      .filter(({ group_id, is_mine }) => is_mine || seen.has(group_id))
      .map(({ is_mine: _, ...group }) => group),
  }
}

/** Returns a person's current assignments, ordered by due date. */
export async function readAssignedToPerson(tx: Tx, userId: string, zone: string): Promise<AssignedLine[]> {
  const today = dayIn(zone, new Date())
  const { rows } = await tx.sql<Omit<AssignedLine, 'overdue'>>`
    select coalesce(a.lesson_id, a.category_id) as id, coalesce(l.title, c.name, f.title) as title, a.category_id is not null as is_category,
      concat_ws(' ', b.first_name, b.last_name) as by, a.due, case when ${allDone} then 'yes' else 'no' end as done
    from lesson_assignments a join users b on b.org_id = a.org_id and b.id = a.assigned_by
    left join shared_lessons l on l.id = a.lesson_id and l.state = 'published' left join shared_lesson_categories c on c.id = a.category_id and c.state = 'published'
    left join firm_lessons f on f.org_id = a.org_id and f.id = a.lesson_id and f.state = 'published'
    where a.org_id = ${currentOrgId} and a.user_id = ${userId} and a.ended_at is null and coalesce(l.title, c.name, f.title) is not null
    order by a.due nulls last, title, a.id`
  return rows.map((one) => ({
    ...one,
    overdue: one.done === 'no' && one.due !== null && one.due < today ? ('yes' as const) : ('no' as const),
  }))
}

/** Returns the people and groups that a person can assign to. `groups` is SQL over a group `g`. */
export async function choicesOf(
  tx: Tx,
  theirs: RawBuilder<boolean>,
  groups: RawBuilder<boolean>,
): Promise<RouteResponse<typeof routes.choices>> {
  const { rows: people } = await tx.sql<RouteResponse<typeof routes.choices>['people'][number]>`
    select u.id, u.first_name, u.last_name, u.email from users u
    where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.role <> 'operator' and ${theirs} order by u.last_name, u.first_name, u.id`
  const { rows } = await tx.sql<RouteResponse<typeof routes.choices>['groups'][number]>`
    select g.id, g.name, (select count(*)::int from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
      where m.org_id = g.org_id and m.group_id = g.id) as members
    from groups g where g.org_id = ${currentOrgId} and g.status = 'active' and ${groups} order by g.name, g.id`
  return { people, groups: rows }
}
