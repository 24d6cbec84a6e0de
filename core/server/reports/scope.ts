// Whom a report can be about, and who may ask for it. Source: RULINGS, section 10.
import { type RawBuilder, sql } from 'kysely'
import { forbidden, notFound } from '#core/contract/errors.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import type { ReportScope, ScopeKey } from '#core/contract/viewerReport.ts'
import { firm, type Tx } from '../database/firm.ts'
import type { SignedInSession } from '../sessions.ts'

export type AskedScope = ReportScope & {
  /** The ids of everybody who is counted, as a query: also of who left, whose work the firm still has. */
  people: RawBuilder<unknown>
  /** Somebody asks about themself: their private Targets count too. */
  isOwn: boolean
  /** The active groups within it that the person manages, or all of them with org access, by name. */
  groups: { id: string; name: string }[]
}
/** `status`: whether groups that are no longer active are told too; they give nobody a right. */
/** A program of the firm asks for the firm, and so about everybody. */
export type ScopePrincipal = Pick<SignedInSession, 'actor' | 'org' | 'program'> & { status?: 'active' | 'all' }

/**
 * Whether `manager` manages the person `u`: through a group of both, or everybody of a firm with org access, to which every manager
 * of a group belongs. A firm admin who manages no group is no manager. Source: RULINGS, sections 1 and 5.
 */
export const managesPerson = (managerId: string, access: string) => sql<boolean>`exists (
  select 1 from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'
  where gm.org_id = u.org_id and gm.user_id = ${managerId}
    and (${access} = 'yes' or exists (select 1 from group_members m where m.org_id = gm.org_id and m.group_id = gm.group_id and m.user_id = u.id)))`

/** Whether there is an active group that the person manages. */
export async function managesAnybody(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>): Promise<boolean> {
  const { rows } = await sql<{ is_so: boolean }>`
    select exists (
      select 1 from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'
      where gm.org_id = ${firm} and gm.user_id = ${actor.id}) as is_so`.execute(tx)
  return rows[0]!.is_so
}

/** The active groups that the person manages, with org access all of them as soon as it is one; by name. `isOfAll`: of the person who asks, all. */
export async function managedGroups(
  tx: Tx,
  { actor, org, program, status }: ScopePrincipal,
  isOfAll = program !== undefined,
): Promise<AskedScope['groups']> {
  const { rows } = await sql<AskedScope['groups'][number]>`
    with mine as (
      select g.id, g.status from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id
      where gm.org_id = ${firm} and gm.user_id = ${actor.id})
    select g.id, g.name from groups g where g.org_id = ${firm} and (g.status = 'active' or ${status ?? 'active'} = 'all')
      and (${isOfAll} or exists (select from mine where status = 'active') and (${org.access} = 'yes' or g.id in (select id from mine)))
    order by g.name, g.id`.execute(tx)
  return rows
}

/** Firm admins of a firm with org access, who read how far everyone is. Source: RULINGS, section 10. */
export const readsAll = ({ actor, org }: Pick<SignedInSession, 'actor' | 'org'>): boolean =>
  actor.role === 'admin' && org.access === 'yes'

/** Throws 404 for what is not of this firm or is archived, 403 for what the person does not manage. `isOfAll`: for those who read it of everyone. */
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

/** Who finds reports of what the firm shares. Source: RULINGS, section 12. */
export const readsShared = ({ actor, user }: Pick<SignedInSession, 'actor' | 'user'>, managesAny: boolean): boolean =>
  managesAny || managesContent(actor.role, user.settings)

/** The whole firm, of what it shares. Throws 404 for another firm, 403 for who manages nobody and looks after nothing. */
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
 * Of the firm what the person manages: for reports that are cut to it instead of refused. A firm admin of a firm with org access sees all.
 * Throws 404 for another firm, 403 for who manages nobody. Source: RULINGS, section 10; the second specification, section 6.
 */
export async function managedOfFirm(tx: Tx, asker: ScopePrincipal, id: string): Promise<AskedScope> {
  const { actor, org, program } = asker
  const isOfAll = program !== undefined || readsAll(asker)
  const scope = firmOf(asker, id, await managedGroups(tx, asker, isOfAll))
  if (!isOfAll && scope.groups.length === 0) throw forbidden('You don’t manage anyone.')
  const people = sql`select u.id from users u where u.org_id = ${firm} and u.role <> 'operator' and (${isOfAll} or ${managesPerson(actor.id, org.access)})`
  return { ...scope, people }
}

function ofFirm(asker: ScopePrincipal, id: string, groups: AskedScope['groups']): AskedScope {
  const scope = firmOf(asker, id, groups)
  if (!asker.program && (asker.org.access !== 'yes' || groups.length === 0))
    throw forbidden('You do not manage this firm.')
  return scope
}

function firmOf({ org }: ScopePrincipal, id: string, groups: AskedScope['groups']): AskedScope {
  if (id !== org.id) throw notFound('We couldn’t find this firm.')
  const people = sql`select u.id from users u where u.org_id = ${firm} and u.role <> 'operator'`
  return { key: 'org', id, name: org.name, people, isOwn: false, groups }
}

async function ofGroup(tx: Tx, id: string, managed: AskedScope['groups']): Promise<AskedScope> {
  const { rows } = await sql<{ name: string }>`
    select name from groups where org_id = ${firm} and id = ${id} and status = 'active'`.execute(tx)
  if (!rows[0]) throw notFound('We couldn’t find this group.')
  const groups = managed.filter((group) => group.id === id)
  if (groups.length === 0) throw forbidden('You do not manage this group.')
  const people = sql`select m.user_id as id from group_members m where m.org_id = ${firm} and m.group_id = ${id}`
  return { key: 'group', id, name: rows[0].name, people, isOwn: false, groups }
}

async function ofPerson(
  tx: Tx,
  { actor, org, program }: ScopePrincipal,
  id: string,
  managed: AskedScope['groups'],
  isOfAll: boolean,
): Promise<AskedScope> {
  const { rows } = await sql<{ name: string; is_active: boolean; is_managed: boolean; groups: string[] }>`
    select trim(u.first_name || ' ' || u.last_name) as name, u.deactivated_at is null as is_active,
      ${managesPerson(actor.id, org.access)} as is_managed,
      array(select m.group_id from group_members m where m.org_id = u.org_id and m.user_id = u.id) as groups
    from users u where u.org_id = ${firm} and u.id = ${id} and u.role <> 'operator'`.execute(tx)
  const found = rows[0]
  if (!found) throw notFound('We couldn’t find this person.')
  const isOwn = id === actor.id && managed.length > 0
  if (!found.is_active || !(found.is_managed || isOwn || isOfAll || program))
    throw forbidden('You don’t manage this person.')
  const groups = managed.filter((group) => found.groups.includes(group.id))
  return { key: 'user', id, name: found.name, people: sql`select ${id}::uuid as id`, isOwn, groups }
}
