// Manages the firm's groups: members and managers (`member_access`). Access is checked on each request, so it changes
// with the commit.

import { sql } from 'kysely'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { audit } from '#core/server/audit.ts'
import { pageKey, readPage } from '#core/server/database/pages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { administers } from '../../server/administers.ts'
import type { AdminGroup, GroupDetail, GroupStatus, PlacesInput } from '../contract.ts'
import { peopleRoutes as routes } from '../contract.ts'

const PAGE = 200

export const groupRoutes: Handler[] = [
  defineHandler(routes.groups, administers, ({ tx, query }) => listGroups(tx, query)),
  defineHandler(routes.group, administers, ({ tx, params }) => detailOf(tx, params.id)),
  defineHandler(routes.createGroup, administers, ({ tx, session, body }) => createGroup(tx, session, body.name)),
  defineHandler(routes.renameGroup, administers, ({ tx, session, params, body }) =>
    renameGroup(tx, session, params.id, body.name),
  ),
  defineHandler(routes.archiveGroup, administers, ({ tx, session, params }) =>
    move(tx, session, params.id, 'archived'),
  ),
  defineHandler(routes.restoreGroup, administers, ({ tx, session, params }) => move(tx, session, params.id, 'active')),
  defineHandler(routes.placeMembers, administers, ({ tx, session, params, body }) =>
    place(tx, session, 'members', params.id, body),
  ),
  defineHandler(routes.placeManagers, administers, ({ tx, session, params, body }) =>
    place(tx, session, 'managers', params.id, body),
  ),
]

/** Alias of groups: g. Counts only active people. */
const shown = sql`
  g.id, g.name, g.status,
  (select count(*)::int from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null where m.org_id = g.org_id and m.group_id = g.id) as members,
  array(select trim(u.first_name || ' ' || u.last_name) from group_managers m join users u on u.org_id = m.org_id and u.id = m.user_id
    where m.org_id = g.org_id and m.group_id = g.id order by u.last_name, u.first_name, u.id) as managers`

async function listGroups(
  tx: Tx,
  { after, q = '', status }: { after?: string; q?: string; status?: GroupStatus },
): Promise<RouteResponse<typeof routes.groups>> {
  const key = await pageKey(tx, 'groups', ['name'], after)
  const { rows } = await tx.sql<AdminGroup>`
    select ${shown} from groups g where g.org_id = ${currentOrgId} and (g.name, g.id) > ${key}
      and (${status ?? null}::text is null or g.status = ${status ?? null}) and (${q} = '' or position(fold_case(${q}) in fold_case(g.name)) > 0)
    order by g.name, g.id limit ${PAGE + 1}`
  const { page, next } = readPage(rows, PAGE)
  return { groups: page, next }
}

async function detailOf(tx: Tx, id: string): Promise<GroupDetail> {
  const { rows } = await tx.sql<GroupDetail>`
    select ${shown},
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email) order by u.last_name, u.first_name, u.id), '[]')
        from group_managers m join users u on u.org_id = m.org_id and u.id = m.user_id where m.org_id = g.org_id and m.group_id = g.id) as managed_by
    from groups g where g.org_id = ${currentOrgId} and g.id = ${id}`
  if (!rows[0]) throw noGroup()
  return rows[0]
}

const noGroup = () => notFound(cannotFind('group'))

async function lockGroup(tx: Tx, id: string): Promise<{ id: string; name: string; status: GroupStatus }> {
  const { rows } = await tx.sql<{ id: string; name: string; status: GroupStatus }>`
    select g.id, g.name, g.status from groups g where g.org_id = ${currentOrgId} and g.id = ${id} for update`
  if (!rows[0]) throw noGroup()
  return rows[0]
}

export async function createGroup(tx: Tx, session: SignedInSession, name: string): Promise<GroupDetail> {
  await refuseTaken(tx, name, null)
  const id = newId()
  const { rows } = await tx.sql`
    insert into groups (org_id, id, name) values (${currentOrgId}, ${id}, ${name}) on conflict (org_id, name) do nothing returning id`
  if (rows.length === 0) throw taken()
  await audit(tx, session, { action: 'group.created', subject: { id, name } })
  return detailOf(tx, id)
}

export async function renameGroup(tx: Tx, session: SignedInSession, id: string, name: string): Promise<GroupDetail> {
  const before = await lockGroup(tx, id)
  if (before.name === name) return detailOf(tx, id)
  await refuseTaken(tx, name, id)
  await tx.sql`update groups set name = ${name} where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, session, { action: 'group.renamed', subject: { id, name }, details: { from: before.name } })
  return detailOf(tx, id)
}

const taken = () => {
  const sentence = 'A group with this name already exists.'
  return new Refusal('taken', sentence, 409, { name: sentence })
}

/**
 * Throws if another group's name differs at most in case, since people couldn't tell them apart. Runs one at a time per
 * firm, because no index compares names this way.
 */
async function refuseTaken(tx: Tx, name: string, exceptId: string | null): Promise<void> {
  await tx.sql`select pg_advisory_xact_lock(hashtextextended('group names ' || ${currentOrgId}::text, 0))`
  const { rows } = await tx.sql`
    select from groups g where g.org_id = ${currentOrgId} and lower(g.name) = lower(${name}) and g.id is distinct from ${exceptId}::uuid`
  if (rows.length > 0) throw taken()
}

export async function move(tx: Tx, session: SignedInSession, id: string, status: GroupStatus): Promise<GroupDetail> {
  const group = await lockGroup(tx, id)
  if (group.status !== status) {
    await tx.sql`update groups set status = ${status} where org_id = ${currentOrgId} and id = ${id}`
    const action = status === 'archived' ? 'group.archived' : 'group.restored'
    await audit(tx, session, { action, subject: { id, name: group.name } })
  }
  return detailOf(tx, id)
}

const tables = { members: 'group_members', managers: 'group_managers' } as const
const NAMED = 20

/**
 * Ignores people who are already members or already gone, so a repeated request has the same result. Added people must
 * be active.
 */
export async function place(
  tx: Tx,
  session: SignedInSession,
  what: keyof typeof tables,
  id: string,
  { add: named = [], add_groups = [], remove = [] }: PlacesInput,
): Promise<GroupDetail> {
  const group = await lockGroup(tx, id)
  const add = [...new Set([...named, ...(await membersOf(tx, add_groups))])]
  const table = sql.table(tables[what])
  const known = await tx.sql<{ id: string; is_active: boolean }>`
    select u.id, u.deactivated_at is null as is_active from users u where u.org_id = ${currentOrgId} and u.id = any(${[...add, ...remove]}) order by u.id for share`
  const active = new Set(known.rows.filter(({ is_active }) => is_active).map((one) => one.id))
  if (known.rows.length < new Set([...add, ...remove]).size || add.some((one) => !active.has(one)))
    throw notFound(cannotFind('person'))
  const gone = await tx.sql<{ user_id: string }>`
    delete from ${table} m where m.org_id = ${currentOrgId} and m.group_id = ${id} and m.user_id = any(${remove}) returning m.user_id`
  const come = await tx.sql<{ user_id: string }>`
    insert into ${table} (org_id, group_id, user_id) select ${currentOrgId}, ${id}, unnest(${add}::uuid[]) on conflict do nothing returning user_id`
  const [added, removed] = [come, gone].map(({ rows }) => rows.map(({ user_id }) => user_id)) as [string[], string[]]
  if (added.length + removed.length > 0)
    await audit(tx, session, {
      action: what === 'members' ? 'group.members_changed' : 'group.managers_changed',
      subject: { id, name: group.name },
      details: { ...(await counted(tx, 'added', added)), ...(await counted(tx, 'removed', removed)) },
    })
  return detailOf(tx, id)
}

/** Returns the active members of these groups. */
async function membersOf(tx: Tx, groups: string[]): Promise<string[]> {
  const known = await tx.sql`select from groups g where g.org_id = ${currentOrgId} and g.id = any(${groups})`
  if (known.rows.length < new Set(groups).size) throw noGroup()
  const { rows } = await tx.sql<{ id: string }>`
    select distinct u.id from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null
    where m.org_id = ${currentOrgId} and m.group_id = any(${groups})`
  return rows.map(({ id }) => id)
}

/** Returns the first names of the list and the total. */
async function counted(tx: Tx, word: 'added' | 'removed', ids: string[]): Promise<Record<string, unknown>> {
  if (ids.length === 0) return {}
  const { rows } = await tx.sql<{ first_name: string; last_name: string }>`
    select u.first_name, u.last_name from users u where u.org_id = ${currentOrgId} and u.id = any(${ids}) order by u.last_name, u.first_name, u.id limit ${NAMED}`
  return { [word]: rows.map(fullNameOf), ...(ids.length > NAMED && { [`${word}_in_all`]: ids.length }) }
}
