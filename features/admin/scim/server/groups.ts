// SCIM Groups are the firm's groups. Their managers are set here, not in the directory.
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { createGroup, move, place, renameGroup } from '../../people/server/groups.ts'
import type { GroupChange } from './patch.ts'
import type { GroupRow, ScimGroupInput } from './resources.ts'
import { ScimError } from './scimError.ts'

const noGroup = () => notFound('There is no such Group.')
/** Alias of groups: g. */
const seen = sql`g.org_id = ${firm} and g.status = 'active'`

export async function listGroups(
  tx: Tx,
  condition: RawBuilder<unknown>,
  { start, count }: { start: number; count: number },
  hasMembers: boolean,
): Promise<{ total: number; rows: GroupRow[] }> {
  const total = await sql<{
    n: number
  }>`select count(*)::int as n from groups g where ${seen} and ${condition}`.execute(tx)
  const members = sql`, (
    select coalesce(json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.id), '[]')
    from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
    where m.org_id = g.org_id and m.group_id = g.id) as members`
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.scim_external_id as external_id, g.created_at, g.modified_at ${hasMembers ? members : sql``}
    from groups g where ${seen} and ${condition} order by g.id limit ${count} offset ${start - 1}`.execute(tx)
  return { total: total.rows[0]!.n, rows }
}

export async function findGroup(tx: Tx, id: string, hasMembers: boolean): Promise<GroupRow> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw noGroup()
  const { rows } = await listGroups(tx, sql`g.id = ${id}`, { start: 1, count: 1 }, hasMembers)
  if (!rows[0]) throw noGroup()
  return rows[0]
}

/** Restores a group of this name that the directory deleted before. */
export async function makeGroup(tx: Tx, session: SignedInSession, input: ScimGroupInput): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g where g.org_id = ${firm} and g.status = 'archived' and lower(g.name) = lower(${input.displayName})`.execute(
    tx,
  )
  const { id } = rows[0]
    ? await move(tx, session, rows[0].id, 'active')
    : await createGroup(tx, session, input.displayName)
  await changeGroup(tx, session, id, { externalId: input.externalId, add: input.members, remove: 'all' })
  return id
}

export async function changeGroup(
  tx: Tx,
  session: SignedInSession,
  id: string,
  { displayName, externalId, add, remove }: GroupChange,
): Promise<void> {
  if (displayName !== undefined) await renameGroup(tx, session, id, displayName)
  if (externalId !== undefined)
    await sql`
      update groups set scim_external_id = ${externalId} where org_id = ${firm} and id = ${id} and scim_external_id is distinct from ${externalId}::text`.execute(
      tx,
    )
  const wanted = [...new Set(add)]
  const known = await sql<{ id: string; is_active: boolean }>`
    select u.id, u.deactivated_at is null as is_active from users u
    where u.org_id = ${firm} and u.id = any(${wanted}::uuid[]) and u.role <> 'operator' and not u.is_scim_gone`.execute(
    tx,
  )
  if (known.rows.length < wanted.length) throw new ScimError('invalidValue', 'A member isn’t a User of this firm.')
  // Ignores deactivated people, who belong to no group. The directory makes no mistake by sending them.
  const come = known.rows.filter(({ is_active }) => is_active).map((one) => one.id)
  const gone = await sql<{ id: string }>`
    select m.user_id as id from group_members m where m.org_id = ${firm} and m.group_id = ${id}
      and (${remove === 'all'} or m.user_id = any(${remove === 'all' ? [] : remove}::uuid[])) and not m.user_id = any(${come}::uuid[])`.execute(
    tx,
  )
  await place(tx, session, 'members', id, { add: come, remove: gone.rows.map((one) => one.id) })
  await sql`update groups set modified_at = now() where org_id = ${firm} and id = ${id}`.execute(tx)
}

/** Archives a group that the directory deletes, so that its history stays. */
export async function deleteGroup(tx: Tx, session: SignedInSession, id: string): Promise<void> {
  await findGroup(tx, id, false)
  await move(tx, session, id, 'archived')
}
