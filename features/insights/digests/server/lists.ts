// Distribution lists. Their members are determined each time a digest is sent.

import { sql } from 'kysely'
import { changedMeanwhile, invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID, newId } from '#core/server/ids.ts'
import { saveLinkedIds } from '#core/server/linkedIds.ts'
import { checkRecipients } from '#core/server/recurring/recipients.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import { lockNames } from '../../server/nameLock.ts'
import { canManageLibrary } from '../../server/policies.ts'
import { MOST_PEOPLE_SENT } from '../contract.ts'
import { type DistributionList, type ListInput, type ListPerson, listRoutes as routes } from '../lists.ts'
import { getsDigests } from './reach.ts'

export const listHandlers: Handler[] = [
  defineHandler(routes.list, canManageLibrary, async ({ tx }) => ({ distributionlists: await readLists(tx) })),
  defineHandler(routes.people, canManageLibrary, ({ tx, params, query }) => listPeople(tx, params.id, query)),
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
    const named = await namedOn(tx, id)
    const after = {
      name: body.name ?? before.name,
      user_ids: body.user_ids ?? named,
      group_ids: body.group_ids ?? before.group_ids,
    }
    await checkRecipients(tx, body.user_ids ?? [], named)
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
  const named = sql`distribution_list_people p join users u on u.org_id = p.org_id and u.id = p.user_id where p.org_id = l.org_id and p.list_id = l.id`
  const { rows } = await tx.sql<DistributionList>`
    select l.id, l.name, l.revision, p.user_count, p.deactivated, g.groups, g.group_ids, r.reach,
      case when p.user_count <= ${MOST_PEOPLE_SENT} then (
        select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'is_deactivated', u.deactivated_at is not null) order by u.last_name, u.first_name, u.id), '[]') from ${named}) end as users,
      case when p.user_count <= ${MOST_PEOPLE_SENT} then (
        select coalesce(array_agg(u.id order by u.last_name, u.first_name, u.id), '{}') from ${named}) end as user_ids
    from distribution_lists l
    cross join lateral (
      select count(*)::int as user_count, count(*) filter (where u.deactivated_at is not null)::int as deactivated from ${named}) p
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]') as groups,
        coalesce(array_agg(g.id order by g.name, g.id), '{}') as group_ids
      from distribution_list_groups x join groups g on g.org_id = x.org_id and g.id = x.group_id where x.org_id = l.org_id and x.list_id = l.id) g
    cross join lateral (
      select count(*)::int as reach from users u where u.org_id = l.org_id and ${getsDigests} and ${isOnList}) r
    where l.org_id = ${currentOrgId} and (${id}::uuid is null or l.id = ${id}) order by lower(l.name), l.id`
  return rows
}

const namedOn = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.sql<{ user_id: string }>`
    select user_id from distribution_list_people where org_id = ${currentOrgId} and list_id = ${id}`
  ).rows.map(({ user_id }) => user_id)

/** Ordered by ID, so that a new name can't move a person to a page that was already read. Throws 404. */
async function listPeople(
  tx: Tx,
  id: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ people: ListPerson[]; next: string | null }> {
  const { rows: lists } = await tx.sql`select from distribution_lists where org_id = ${currentOrgId} and id = ${id}`
  if (lists.length === 0) throw notFound(cannotFind('list'))
  const { rows } = await tx.sql<ListPerson>`
    select u.id as user_id, u.first_name, u.last_name, u.deactivated_at is not null as is_deactivated
    from distribution_list_people p join users u on u.org_id = p.org_id and u.id = p.user_id
    where p.org_id = ${currentOrgId} and p.list_id = ${id} and p.user_id > ${after ?? FIRST_ID} order by p.user_id limit ${limit + 1}`
  const people = rows.slice(0, limit)
  return { people, next: rows.length > limit ? people.at(-1)!.user_id : null }
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
