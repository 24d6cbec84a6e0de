// Scope of reports. Source: RULINGS, section 10.

import { type RawBuilder, sql } from 'kysely'
import { forbidden, notFound } from '#core/contract/errors.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { ReportScope, ScopeKey } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import type { SignedInSession } from '../sessions.ts'
import { plainName } from './personNames.ts'

export type AskedScope = ReportScope & {
  /** IDs of everyone counted, including people who left. */
  people: RawBuilder<unknown>
  /** Includes the person's private Targets. */
  isOwn: boolean
  /** Active groups that the person manages, or all with org access, by name. */
  groups: { id: string; name: string }[]
}
/** `status` can include inactive groups, which grant no permissions. */
/** An API client requests the whole firm. */
export type ScopePrincipal = Pick<SignedInSession, 'actor' | 'org' | 'program'> & { status?: 'active' | 'all' }

/**
 * `manager` manages `u` through a shared group or, with org access, by managing any group. A firm admin without a group
 * isn't a manager. Source: RULINGS, sections 1 and 5.
 */
export const managesPerson = (managerId: string, access: string) => sql<boolean>`exists (
  select 1 from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'
  where gm.org_id = u.org_id and gm.user_id = ${managerId}
    and (${access} = 'yes' or exists (select 1 from group_members m where m.org_id = gm.org_id and m.group_id = gm.group_id and m.user_id = u.id)))`

/** The same for a list of people: finds all of them once, not each by itself. */
export const managesAmong = (managerId: string, access: string) => {
  const managed = sql`group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'`
  const mine = sql`gm.org_id = ${currentOrgId} and gm.user_id = ${managerId}`
  return access === 'yes'
    ? sql<boolean>`exists (select 1 from ${managed} where ${mine})`
    : sql<boolean>`u.id in (
        select m.user_id from ${managed} join group_members m on m.org_id = gm.org_id and m.group_id = gm.group_id where ${mine})`
}

/** Returns whether the person manages an active group. */
export async function managesAnybody(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>): Promise<boolean> {
  const { rows } = await tx.sql<{ is_so: boolean }>`
    select exists (
      select 1 from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'
      where gm.org_id = ${currentOrgId} and gm.user_id = ${actor.id}) as is_so`
  return rows[0]!.is_so
}

/** By name. With org access, managing one active group gives all. `isOfAll` also returns all. */
export async function managedGroups(
  tx: Tx,
  { actor, org, program, status }: ScopePrincipal,
  isOfAll = program !== undefined,
): Promise<AskedScope['groups']> {
  const { rows } = await tx.sql<AskedScope['groups'][number]>`
    with mine as (
      select g.id, g.status from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id
      where gm.org_id = ${currentOrgId} and gm.user_id = ${actor.id})
    select g.id, g.name from groups g where g.org_id = ${currentOrgId} and (g.status = 'active' or ${status ?? 'active'} = 'all')
      and (${isOfAll} or exists (select 1 from mine where status = 'active') and (${org.access} = 'yes' or g.id in (select id from mine)))
    order by g.name, g.id`
  return rows
}

/** Firm admins of a firm with org access. Source: RULINGS, section 10. */
export const readsAll = ({ actor, org }: Pick<SignedInSession, 'actor' | 'org'>): boolean =>
  actor.role === 'admin' && org.access === 'yes'

/**
 * Throws 404 for something archived or of another firm, and 403 for something unmanaged. `isOfAll`: people who can read
 * everyone's data.
 */
export async function scopeOf(
  tx: Tx,
  asker: ScopePrincipal,
  key: ScopeKey,
  id: string,
  isOfAll = false,
): Promise<AskedScope> {
  const managed = await managedGroups(tx, asker, isOfAll || asker.program !== undefined)
  if (key === 'org') return ofFirm(asker, id, managed)
  if (key === 'group') return ofGroup(tx, id, managed)
  return ofPerson(tx, asker, id, managed, isOfAll)
}

/** Decides who sees reports on shared content. Source: RULINGS, section 12. */
export const readsShared = ({ actor, user }: Pick<SignedInSession, 'actor' | 'user'>, managesAny: boolean): boolean =>
  managesAny || managesContent(actor.role, user.settings)

/** Throws 404 for another firm and 403 for someone who manages neither people nor content. */
export async function wholeFirm(
  tx: Tx,
  asker: ScopePrincipal & Pick<SignedInSession, 'user'>,
  id: string,
): Promise<AskedScope> {
  const scope = firmOf(asker, id, await managedGroups(tx, asker))
  if (!readsShared(asker, scope.groups.length > 0)) throw forbidden('You don’t manage anyone.')
  return scope
}

/**
 * Limits a report to what the person manages. Firm admins with org access see all. Throws 404 for another firm and 403
 * for someone who manages no one. Source: RULINGS, section 10, and the second specification, section 6.
 */
export async function managedOfFirm(tx: Tx, asker: ScopePrincipal, id: string): Promise<AskedScope> {
  const { actor, org, program } = asker
  const isOfAll = program !== undefined || readsAll(asker)
  const scope = firmOf(asker, id, await managedGroups(tx, asker, isOfAll))
  if (!isOfAll && scope.groups.length === 0) throw forbidden('You don’t manage anyone.')
  const people = sql`select u.id from users u where u.org_id = ${currentOrgId} and u.role <> 'operator' and (${isOfAll} or ${managesPerson(actor.id, org.access)})`
  return { ...scope, people }
}

function ofFirm(asker: ScopePrincipal, id: string, groups: AskedScope['groups']): AskedScope {
  const scope = firmOf(asker, id, groups)
  if (!asker.program && (asker.org.access !== 'yes' || groups.length === 0))
    throw forbidden('You don’t manage this firm.')
  return scope
}

function firmOf({ org }: ScopePrincipal, id: string, groups: AskedScope['groups']): AskedScope {
  if (id !== org.id) throw notFound(cannotFind('firm'))
  const people = sql`select u.id from users u where u.org_id = ${currentOrgId} and u.role <> 'operator'`
  return { key: 'org', id, name: org.name, people, isOwn: false, groups }
}

async function ofGroup(tx: Tx, id: string, managed: AskedScope['groups']): Promise<AskedScope> {
  const { rows } = await tx.sql<{ name: string }>`
    select name from groups where org_id = ${currentOrgId} and id = ${id} and status = 'active'`
  if (!rows[0]) throw notFound(cannotFind('group'))
  const groups = managed.filter((group) => group.id === id)
  if (groups.length === 0) throw forbidden('You don’t manage this group.')
  const people = sql`select m.user_id as id from group_members m where m.org_id = ${currentOrgId} and m.group_id = ${id}`
  return { key: 'group', id, name: rows[0].name, people, isOwn: false, groups }
}

async function ofPerson(
  tx: Tx,
  { actor, org, program }: ScopePrincipal,
  id: string,
  managed: AskedScope['groups'],
  isOfAll: boolean,
): Promise<AskedScope> {
  const { rows } = await tx.sql<{ name: string; is_active: boolean; is_managed: boolean; groups: string[] }>`
    select ${plainName} as name, u.deactivated_at is null as is_active,
      ${managesPerson(actor.id, org.access)} as is_managed,
      array(select m.group_id from group_members m where m.org_id = u.org_id and m.user_id = u.id) as groups
    from users u where u.org_id = ${currentOrgId} and u.id = ${id} and u.role <> 'operator'`
  const found = rows[0]
  if (!found) throw notFound(cannotFind('person'))
  const isOwn = id === actor.id && managed.length > 0
  if (!found.is_active || !(found.is_managed || isOwn || isOfAll || program))
    throw forbidden('You don’t manage this person.')
  const groups = managed.filter((group) => found.groups.includes(group.id))
  return { key: 'user', id, name: found.name, people: sql`select ${id}::uuid as id`, isOwn, groups }
}
