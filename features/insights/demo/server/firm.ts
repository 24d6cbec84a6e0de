// Finds the demo firm with Insights, for the parts that fill it once the server runs.
import type { RawBuilder } from 'kysely'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import type { Actor } from '#core/sync/protocol.ts'

export const [ADMIN, MORGAN] = ['admin@hartwell.example', 'morgan@hartwell.example'] as const

export type InsightsFirm = {
  id: string
  name: string
  zone: string
  today: string
  /** By email address. */
  people: ReadonlyMap<string, Actor>
  /** Ids of the people whom Morgan manages. */
  groups: string[]
}

/**
 * `isFree` is SQL over a row `o` of `orgs`: whether it is still to be filled. `email` belongs to someone in the firm.
 */
export async function findFirm(
  database: Database,
  isFree: RawBuilder<boolean>,
  email: string = ADMIN,
): Promise<InsightsFirm | undefined> {
  return withoutRls(database, async (tx) => {
    const { rows: firms } = await tx.sql<Pick<InsightsFirm, 'id' | 'name' | 'zone' | 'today'>>`
      select o.id, o.name, o.time_zone as zone, to_char(now() at time zone o.time_zone, 'YYYY-MM-DD') as today
      from users u join orgs o on o.id = u.org_id where u.email = ${email} and ${isFree}`
    const [found] = firms
    if (!found) return undefined
    const { rows: people } = await tx.sql<Actor & { email: string }>`
      select id, email, first_name, last_name, role from users where org_id = ${found.id}`
    const { rows: groups } = await tx.sql<{ id: string }>`
      select g.group_id as id from group_managers g join users u on u.org_id = g.org_id and u.id = g.user_id
      where g.org_id = ${found.id} and u.email = ${MORGAN}`
    return {
      ...found,
      people: new Map(people.map(({ email: address, ...actor }) => [address, actor])),
      groups: groups.map(({ id }) => id),
    }
  })
}
