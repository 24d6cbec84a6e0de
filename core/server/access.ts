// SQL for sharing inside a firm. Each feature has its own people and groups tables.
import { type RawBuilder, sql } from 'kysely'
import { type AccessInput, type Audience, noAccess } from '#core/contract/access.ts'
import { invalid } from '#core/contract/errors.ts'
import { currentOrgId } from './database/tenant.ts'
import type { Tx } from './database/tx.ts'
import { saveLinkedIds } from './linkedIds.ts'

/** `key` is the column in the people and groups tables that references the row. */
type Named = { row: string; people: string; groups: string; key: string }

export function accessTables({ row, people, groups, key }: Named) {
  const [r, ofPeople, ofGroups] = [sql.ref(row), sql.table(people), sql.table(groups)]
  const named = (other: string) =>
    sql`${sql.ref(`${other}.org_id`)} = ${r}.org_id and ${sql.ref(`${other}.${key}`)} = ${r}.id`
  return {
    people: sql`(select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
      order by u.last_name, u.first_name, u.id), '[]') from ${ofPeople} p join users u on u.org_id = p.org_id and u.id = p.user_id
      where ${named('p')} and u.deactivated_at is null)`,
    groups: sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
      from ${ofGroups} p join groups g on g.org_id = p.org_id and g.id = p.group_id where ${named('p')})`,
    /** Active people who have access, each counted once. */
    reach: sql`(select count(*)::int from users u where u.org_id = ${r}.org_id and u.deactivated_at is null and u.role <> 'operator' and (${r}.everyone
      or exists (select 1 from ${ofPeople} p where ${named('p')} and p.user_id = u.id)
      or exists (select 1 from ${ofGroups} p join group_members m on m.org_id = p.org_id and m.group_id = p.group_id
        join groups o on o.org_id = p.org_id and o.id = p.group_id and o.status = 'active' where ${named('p')} and m.user_id = u.id)))`,
    async save(tx: Tx, id: string, { users_access, groups_access }: AccessInput): Promise<void> {
      await saveLinkedIds(tx, { table: people, from: key, to: 'user_id' }, id, users_access)
      await saveLinkedIds(tx, { table: groups, from: key, to: 'group_id' }, id, groups_access)
    },
  }
}

/** Throws 400 for deleted people, IDs of other firms, and an empty selection. */
export async function checkAccess(tx: Tx, given: AccessInput, others: readonly (string | null)[] = []): Promise<void> {
  const { users_access, groups_access, everyone } = given
  if (users_access.length + groups_access.length === 0 && !everyone) throw invalid({ users_access: noAccess }, noAccess)
  const people = [...new Set([...users_access, ...others.filter((one) => one !== null)].map((id) => id.toLowerCase()))]
  const groups = [...new Set(groups_access.map((id) => id.toLowerCase()))]
  const { rows } = await tx.sql<{ people: number; groups: number }>`
    select (select count(*)::int from users where org_id = ${currentOrgId} and id = any(${people}::uuid[]) and deactivated_at is null) as people,
      (select count(*)::int from groups where org_id = ${currentOrgId} and id = any(${groups}::uuid[])) as groups`
  if (rows[0]!.people !== people.length) throw invalid({ users_access: 'Someone you selected is no longer here.' })
  if (rows[0]!.groups !== groups.length) throw invalid({ groups_access: 'A group you selected is no longer here.' })
}

export async function audienceOf(tx: Tx): Promise<Audience> {
  const users = await tx.sql<Audience['users'][number]>`
    select id as user_id, first_name, last_name, email from users where org_id = ${currentOrgId} and deactivated_at is null and role <> 'operator'
    order by last_name, first_name, id`
  const groups = await tx.sql<Audience['groups'][number]>`
    select g.id, g.name, coalesce(array_agg(u.id) filter (where u.id is not null), '{}') as user_ids from groups g
    left join group_members m on m.org_id = g.org_id and m.group_id = g.id
    left join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
    where g.org_id = ${currentOrgId} and g.status = 'active' group by g.id, g.name order by g.name, g.id`
  return { users: users.rows, groups: groups.rows }
}

/** SQL for a person's name, empty after erasure. */
export const personNameSql = (row: string, column: RawBuilder<unknown>) =>
  sql`coalesce((select trim(u.first_name || ' ' || u.last_name) from users u where u.org_id = ${sql.ref(`${row}.org_id`)} and u.id = ${column}), '')`
