// Synthetic sessions for people who aren't present.
import { sql } from 'kysely'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import { type PersonRow, personIn, type SignedInSession } from '../sessions.ts'

/** Grants no access, because no token leads to it. */
export type ViewerAccess = SignedInSession

const isManager = sql`exists (select 1 from group_managers gm where gm.org_id = u.org_id and gm.user_id = u.id)`

/** Returns people who can sign in, by ID. 'managers' includes admins. */
export async function viewerAccessOf(
  tx: Tx,
  who: readonly string[] | 'managers' | 'everyone',
): Promise<Map<string, ViewerAccess>> {
  const meant =
    who === 'everyone'
      ? sql`true`
      : who === 'managers'
        ? sql`(u.role = 'admin' or ${isManager})`
        : sql`u.id = any(${[...who]}::uuid[])`
  const { rows } = await tx.sql<PersonRow>`
    select u.id as user_id, u.first_name, u.last_name, u.role, u.email, u.phone, u.settings,
      o.id as org_id, o.name, o.category_name, o.access, o.time_zone, o.subscriptions, o.logo_id
    from users u join orgs o on o.id = u.org_id
    where u.org_id = ${currentOrgId} and ${meant} and u.deactivated_at is null and u.role <> 'operator'
    order by u.last_name, u.first_name, u.id`
  return new Map(rows.map((row) => [row.user_id, viewerAccessIn(row)]))
}

const viewerAccessIn = (row: PersonRow): ViewerAccess => ({
  tokenHash: Buffer.alloc(0),
  sessionId: '',
  isIdle: false,
  isEnrolling: false,
  ...personIn(row, { linkKey: () => Buffer.alloc(0), lists: null, stages: null }),
})
