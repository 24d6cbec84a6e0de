// SCIM Groups are the firm's groups. Their managers are set here, not in the directory.
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { createGroup, move, place, renameGroup } from '../../people/server/groups.ts'
import type { GroupChange } from './patch.ts'
import type { GroupRow, ScimGroupInput } from './resources.ts'
import { ScimError } from './scimError.ts'

const noGroup = () => notFound('There is no such Group.')
/** Alias of groups: g. */
const seen = sql`g.org_id = ${currentOrgId} and g.status = 'active'`

export async function listGroups(
  tx: Tx,
  condition: RawBuilder<unknown>,
  { start, count }: { start: number; count: number },
  hasMembers: boolean,
): Promise<{ total: number; rows: GroupRow[] }> {
  const total = await tx.sql<{
    n: number
  }>`select count(*)::int as n from groups g where ${seen} and ${condition}`
  const members = sql`, (
    select coalesce(json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.id), '[]')
    from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
    where m.org_id = g.org_id and m.group_id = g.id) as members`
  const { rows } = await tx.sql<GroupRow>`
    select g.id, g.name, g.scim_external_id as external_id, g.created_at, g.modified_at ${hasMembers ? members : sql``}
    from groups g where ${seen} and ${condition} order by g.id limit ${count} offset ${start - 1}`
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
  const { rows } = await tx.sql<{ id: string }>`
    select g.id from groups g where g.org_id = ${currentOrgId} and g.status = 'archived' and lower(g.name) = lower(${input.displayName})`
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
    await tx.sql`
      update groups set scim_external_id = ${externalId} where org_id = ${currentOrgId} and id = ${id} and scim_external_id is distinct from ${externalId}::text`
  const wanted = [...new Set(add)]
  const known = await tx.sql<{ id: string; is_active: boolean }>`
    select u.id, u.deactivated_at is null as is_active from users u
    where u.org_id = ${currentOrgId} and u.id = any(${wanted}::uuid[]) and u.role <> 'operator' and not u.is_scim_gone`
  if (known.rows.length < wanted.length) throw new ScimError('invalidValue', 'A member isn’t a User of this firm.')
  // Ignores deactivated people, who belong to no group. The directory makes no mistake by sending them.
  const come = known.rows.filter(({ is_active }) => is_active).map((one) => one.id)
  const gone = await tx.sql<{ id: string }>`
    select m.user_id as id from group_members m where m.org_id = ${currentOrgId} and m.group_id = ${id}
      and (${remove === 'all'} or m.user_id = any(${remove === 'all' ? [] : remove}::uuid[])) and not m.user_id = any(${come}::uuid[])`
  await place(tx, session, 'members', id, { add: come, remove: gone.rows.map((one) => one.id) })
  await tx.sql`update groups set modified_at = now() where org_id = ${currentOrgId} and id = ${id}`
}

/** Archives a group that the directory deletes, so that its history stays. */
export async function deleteGroup(tx: Tx, session: SignedInSession, id: string): Promise<void> {
  await findGroup(tx, id, false)
  await move(tx, session, id, 'archived')
}
