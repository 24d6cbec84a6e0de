// Distribution lists. Their members are determined each time a digest is sent.

import { sql } from 'kysely'
import { changedMeanwhile, invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
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
    await checkChoice(tx, { user_ids: body.user_ids ?? [], group_ids: body.group_ids ?? [] }, before)
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
  await checkChoice(tx, input)
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

type Choice = Pick<ListInput, 'user_ids' | 'group_ids'>

/**
 * Rejects people outside the firm and newly added people who are deactivated. People who were already on the list stay,
 * and get nothing. `of` is the previous choice.
 */
export async function checkChoice(
  tx: Tx,
  { user_ids, group_ids }: Choice,
  of: Choice = { user_ids: [], group_ids: [] },
) {
  const people = new Set(user_ids.map((id) => id.toLowerCase()))
  const groups = new Set(group_ids.map((id) => id.toLowerCase()))
  // Waits for a group that is being deleted, so that the list can't refer to a deleted group.
  const { rows } = await tx.sql<{ people: number; left: string | null; groups: number }>`
    with named as (select from groups where org_id = ${currentOrgId} and id = any(${[...groups]}::uuid[]) order by id for key share)
    select (select count(*)::int from users where org_id = ${currentOrgId} and id = any(${[...people]}::uuid[]) and role <> 'operator') as people,
      (select trim(first_name || ' ' || last_name) from users where org_id = ${currentOrgId} and id = any(${[...people]}::uuid[]) and deactivated_at is not null
        and id <> all(${of.user_ids}::uuid[]) order by last_name, id limit 1) as left,
      (select count(*)::int from named) as groups`
  const found = rows[0]!
  if (found.people !== people.size) throw notFound(cannotFind('person'))
  if (found.groups !== groups.size) throw notFound(cannotFind('group'))
  if (found.left !== null) throw invalid({ user_ids: `${found.left} is no longer active.` })
}

async function saveChoice(tx: Tx, id: string, { user_ids, group_ids }: Choice): Promise<void> {
  await tx.sql`delete from distribution_list_people where org_id = ${currentOrgId} and list_id = ${id} and user_id <> all(${user_ids}::uuid[])`
  await tx.sql`delete from distribution_list_groups where org_id = ${currentOrgId} and list_id = ${id} and group_id <> all(${group_ids}::uuid[])`
  await tx.sql`
    insert into distribution_list_people (org_id, list_id, user_id)
    select l.org_id, l.id, u from distribution_lists l, unnest(${user_ids}::uuid[]) u where l.org_id = ${currentOrgId} and l.id = ${id} on conflict do nothing`
  await tx.sql`
    insert into distribution_list_groups (org_id, list_id, group_id)
    select l.org_id, l.id, g from distribution_lists l, unnest(${group_ids}::uuid[]) g where l.org_id = ${currentOrgId} and l.id = ${id} on conflict do nothing`
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
