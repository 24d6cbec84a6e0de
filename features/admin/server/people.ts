// The firm's people and groups, for the administration.
import { sql } from 'kysely'
import type { Tx } from '#core/server/database/firm.ts'
import { firmAdmin, type Served, serve } from '#core/server/routes.ts'
import { type AdminGroup, type AdminPerson, routes } from '../contract.ts'
import type { Nameable } from '../valueSuggestions.ts'

const firm = sql`current_setting('app.org_id')::uuid`
const PAGE = 200

export const peopleRoutes: Served[] = [
  serve(routes.people, firmAdmin, ({ tx, query }) => listPeople(tx, query.after)),
  serve(routes.groups, firmAdmin, ({ tx, query }) => listGroups(tx, query.after)),
]

/** By last and first name; the key of a page is its last person's id. */
async function listPeople(tx: Tx, after?: string): Promise<{ people: AdminPerson[]; next: string | null }> {
  const { rows } = await sql<AdminPerson>`
    select u.id, u.first_name, u.last_name, u.email, u.role, u.password_hash is not null as can_sign_in, u.deactivated_at is not null as is_deactivated,
      array(select g.name from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id where m.org_id = ${firm} and m.user_id = u.id order by g.name) as groups
    from users u where u.org_id = ${firm} and (u.last_name, u.first_name, u.id) > ${keyOf('users', ['last_name', 'first_name'], after)}
    order by u.last_name, u.first_name, u.id limit ${PAGE + 1}`.execute(tx)
  return { people: rows.slice(0, PAGE), next: rows.length > PAGE ? rows[PAGE - 1]!.id : null }
}

async function listGroups(tx: Tx, after?: string): Promise<{ groups: AdminGroup[]; next: string | null }> {
  const { rows } = await sql<AdminGroup>`
    select g.id, g.name, (select count(*)::int from group_members m where m.org_id = ${firm} and m.group_id = g.id) as members,
      array(select trim(u.first_name || ' ' || u.last_name) from group_managers m join users u on u.org_id = m.org_id and u.id = m.user_id
        where m.org_id = ${firm} and m.group_id = g.id order by 1) as managers
    from groups g where g.org_id = ${firm} and (g.name, g.id) > ${keyOf('groups', ['name'], after)} order by g.name, g.id limit ${PAGE + 1}`.execute(
    tx,
  )
  return { groups: rows.slice(0, PAGE), next: rows.length > PAGE ? rows[PAGE - 1]!.id : null }
}

/** Where the row with this id stands in the order; the very start without one, and for one that is not here. */
function keyOf(table: string, names: string[], after?: string) {
  const start = sql`(${sql.join(names.map(() => sql`''`))}, '00000000-0000-0000-0000-000000000000'::uuid)`
  if (!after || !/^[\da-f-]{36}$/.test(after)) return start
  const key = sql.join([
    ...names.map(
      (name) =>
        sql`coalesce((select k.${sql.ref(name)} from ${sql.table(table)} k where k.org_id = ${firm} and k.id = ${after}), '')`,
    ),
    sql`${after}::uuid`,
  ])
  return sql`(${key})`
}

/** Everybody who can own a target. */
export async function everybody(tx: Tx): Promise<Nameable[]> {
  const { rows } =
    await sql<Nameable>`select id, first_name, last_name, email from users where org_id = ${firm} and deactivated_at is null order by last_name, first_name, id`.execute(
      tx,
    )
  return rows
}
