// Distribution lists. Their members are determined each time a digest is sent.

import { sql } from 'kysely'
import { changedMeanwhile, invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { saveLinkedIds } from '#core/server/linkedIds.ts'
import { checkRecipients } from '#core/server/recurring/recipients.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import { lockNames } from '../../server/nameLock.ts'
import { canManageLibrary } from '../../server/policies.ts'
import { type DistributionList, type ListInput, listRoutes as routes } from '../lists.ts'
import { getsDigests } from './reach.ts'

export const listHandlers: Handler[] = [
  defineHandler(routes.list, canManageLibrary, async ({ tx }) => ({ distributionlists: await readLists(tx) })),
  defineHandler(routes.add, canManageLibrary, async ({ tx, session, body, now }) => {
    const id = await insertList(tx, { by: session.actor.id, now }, body)
    await audit(tx, session, {
      action: 'distribution_list.added',
      subject: { id, name: body.name },
      details: sizes(body),
    })
    return listOf(tx, id)
  }),
  defineHandler(routes.edit, canManageLibrary, async ({ tx, session, params: { id }, body, now }) => {
    const before = await listOf(tx, id, true)
    if (body.revision !== undefined && body.revision !== before.revision) throw changedMeanwhile('list')
    const after = {
      name: body.name ?? before.name,
      user_ids: body.user_ids ?? before.user_ids,
      group_ids: body.group_ids ?? before.group_ids,
    }
    await checkRecipients(tx, body.user_ids ?? [], before.user_ids)
    await checkGroups(tx, body.group_ids ?? [])
    if (after.name !== before.name) await refuseTaken(tx, after.name, id)
    await tx.sql`
      update distribution_lists set name = ${after.name}, revision = revision + 1, modified_by = ${session.actor.id}, modified_at = ${now}::timestamptz
      where org_id = ${currentOrgId} and id = ${id}`
    await saveChoice(tx, id, after)
    await audit(tx, session, {
      action: 'distribution_list.changed',
      subject: { id, name: after.name },
      details: sizes(after),
    })
    return listOf(tx, id)
  }),
  defineHandler(routes.remove, canManageLibrary, async ({ tx, session, params: { id } }) => {
    const { name } = await listOf(tx, id, true)
    await tx.sql`delete from distribution_lists where org_id = ${currentOrgId} and id = ${id}`
    await audit(tx, session, { action: 'distribution_list.removed', subject: { id, name } })
    return undefined
  }),
]

/** Returns the new id. Throws 400 if the name is taken, and 404 for people outside the firm. */
export async function insertList(tx: Tx, { by, now }: { by: string; now: string }, input: ListInput): Promise<string> {
  const id = newId()
  await checkRecipients(tx, input.user_ids, [])
  await checkGroups(tx, input.group_ids)
  await refuseTaken(tx, input.name, null)
  await tx.sql`
    insert into distribution_lists (org_id, id, name, modified_by, created_at, modified_at)
    values (${currentOrgId}, ${id}, ${input.name}, ${by}, ${now}::timestamptz, ${now}::timestamptz)`
  await saveChoice(tx, id, input)
  return id
}

/** Throws 400 if another list has the name. */
async function refuseTaken(tx: Tx, name: string, but: string | null): Promise<void> {
  await lockNames(tx, 'distribution lists')
  const { rows } = await tx.sql`
    select from distribution_lists where org_id = ${currentOrgId} and lower(name) = lower(${name}) and id is distinct from ${but}::uuid`
  if (rows.length > 0) throw invalid({ name: 'A list with this name already exists.' })
}

const sizes = ({ user_ids, group_ids }: Pick<ListInput, 'user_ids' | 'group_ids'>) => ({
  people: user_ids.length,
  groups: group_ids.length,
})

/** Waits for a group that is being deleted, so that the list can't refer to a deleted group. Throws 404. */
async function checkGroups(tx: Tx, groupIds: readonly string[]): Promise<void> {
  const groups = new Set(groupIds.map((id) => id.toLowerCase()))
  const { rows } = await tx.sql`
    select id from groups where org_id = ${currentOrgId} and id = any(${[...groups]}::uuid[]) order by id for key share`
  if (rows.length !== groups.size) throw notFound(cannotFind('group'))
}

async function saveChoice(
  tx: Tx,
  id: string,
  { user_ids, group_ids }: Pick<ListInput, 'user_ids' | 'group_ids'>,
): Promise<void> {
  await saveLinkedIds(tx, { table: 'distribution_list_people', from: 'list_id', to: 'user_id' }, id, user_ids)
  await saveLinkedIds(tx, { table: 'distribution_list_groups', from: 'list_id', to: 'group_id' }, id, group_ids)
}

async function readLists(tx: Tx, id: string | null = null): Promise<DistributionList[]> {
  const { rows } = await tx.sql<DistributionList>`
    select l.id, l.name, l.revision, p.users, p.user_ids, p.deactivated, g.groups, g.group_ids, r.reach
    from distribution_lists l
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'is_deactivated', u.deactivated_at is not null) order by u.last_name, u.first_name, u.id), '[]') as users,
        coalesce(array_agg(u.id order by u.last_name, u.first_name, u.id), '{}') as user_ids,
        count(*) filter (where u.deactivated_at is not null)::int as deactivated
      from distribution_list_people p join users u on u.org_id = p.org_id and u.id = p.user_id where p.org_id = l.org_id and p.list_id = l.id) p
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]') as groups,
        coalesce(array_agg(g.id order by g.name, g.id), '{}') as group_ids
      from distribution_list_groups x join groups g on g.org_id = x.org_id and g.id = x.group_id where x.org_id = l.org_id and x.list_id = l.id) g
    cross join lateral (
      select count(*)::int as reach from users u where u.org_id = l.org_id and ${getsDigests} and ${isOnList}) r
    where l.org_id = ${currentOrgId} and (${id}::uuid is null or l.id = ${id}) order by lower(l.name), l.id`
  return rows
}

/** SQL over a list `l` and a person `u`: named, or in one of its groups that isn't archived. */
export const isOnList = sql<boolean>`(
  exists (select 1 from distribution_list_people lp where lp.org_id = l.org_id and lp.list_id = l.id and lp.user_id = u.id)
  or exists (select 1 from distribution_list_groups lg join groups og on og.org_id = lg.org_id and og.id = lg.group_id and og.status = 'active'
    join group_members m on m.org_id = lg.org_id and m.group_id = lg.group_id
    where lg.org_id = l.org_id and lg.list_id = l.id and m.user_id = u.id))`

/** Throws 404 if there is no such list. */
async function listOf(tx: Tx, id: string, isLocked = false): Promise<DistributionList> {
  if (isLocked) await tx.sql`select from distribution_lists where org_id = ${currentOrgId} and id = ${id} for update`
  const [list] = await readLists(tx, id)
  if (!list) throw notFound(cannotFind('list'))
  return list
}
