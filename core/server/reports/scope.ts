// Whom a report can be about, and who may ask for it. Source: RULINGS, section 10.
import { type RawBuilder, sql } from 'kysely'
import { forbidden, notFound } from '#core/contract/errors.ts'
import type { Scope, ScopeKey } from '#core/contract/viewerReport.ts'
import { firm, type Tx } from '../database/firm.ts'
import type { SignedIn } from '../sessions.ts'

export type AskedScope = Scope & {
  /** The ids of everybody who is counted, as a query: also of who left, whose work the firm still has. */
  people: RawBuilder<unknown>
  /** Somebody asks about themself: their private Targets count too. */
  isOwn: boolean
  /** The active groups within it that the person manages, or all of them with org access, by name. */
  groups: { id: string; name: string }[]
}
type Asker = Pick<SignedIn, 'actor' | 'org'>

/**
 * Whether `manager` manages the person `u`: through a group of both, or everybody of a firm with org access, to which every manager
 * of a group belongs. A firm admin who manages no group is no manager. Source: RULINGS, sections 1 and 5.
 */
export const manages = (managerId: string, access: string) => sql<boolean>`exists (
  select 1 from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'
  where gm.org_id = u.org_id and gm.user_id = ${managerId}
    and (${access} = 'yes' or exists (select 1 from group_members m where m.org_id = gm.org_id and m.group_id = gm.group_id and m.user_id = u.id)))`

/** The active groups that the person manages, with org access all of them as soon as it is one; by name. */
export async function managedGroups(tx: Tx, { actor, org }: Asker): Promise<AskedScope['groups']> {
  const { rows } = await sql<AskedScope['groups'][number]>`
    with mine as (
      select g.id from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'
      where gm.org_id = ${firm} and gm.user_id = ${actor.id})
    select g.id, g.name from groups g where g.org_id = ${firm} and g.status = 'active'
      and case when ${org.access} = 'yes' then exists (select from mine) else g.id in (select id from mine) end
    order by g.name, g.id`.execute(tx)
  return rows
}

/** Throws 404 for what is not of this firm or is archived, 403 for what the person does not manage. */
export async function scopeOf(tx: Tx, asker: Asker, key: ScopeKey, id: string): Promise<AskedScope> {
  const managed = await managedGroups(tx, asker)
  if (key === 'org') return ofFirm(asker, id, managed)
  if (key === 'group') return ofGroup(tx, id, managed)
  return ofPerson(tx, asker, id, managed)
}

/** The whole firm, whoever manages whom. Throws 404 for another firm. */
export async function wholeFirm(tx: Tx, asker: Asker, id: string): Promise<AskedScope> {
  return firmOf(asker, id, await managedGroups(tx, asker))
}

function ofFirm(asker: Asker, id: string, groups: AskedScope['groups']): AskedScope {
  const scope = firmOf(asker, id, groups)
  if (asker.org.access !== 'yes' || groups.length === 0) throw forbidden('You do not manage this firm.')
  return scope
}

function firmOf({ org }: Asker, id: string, groups: AskedScope['groups']): AskedScope {
  if (id !== org.id) throw notFound('This firm could not be found.')
  const people = sql`select u.id from users u where u.org_id = ${firm} and u.role <> 'operator'`
  return { key: 'org', id, name: org.name, people, isOwn: false, groups }
}

async function ofGroup(tx: Tx, id: string, managed: AskedScope['groups']): Promise<AskedScope> {
  const { rows } = await sql<{ name: string }>`
    select name from groups where org_id = ${firm} and id = ${id} and status = 'active'`.execute(tx)
  if (!rows[0]) throw notFound('This group could not be found.')
  const groups = managed.filter((group) => group.id === id)
  if (groups.length === 0) throw forbidden('You do not manage this group.')
  const people = sql`select m.user_id as id from group_members m where m.org_id = ${firm} and m.group_id = ${id}`
  return { key: 'group', id, name: rows[0].name, people, isOwn: false, groups }
}

async function ofPerson(tx: Tx, { actor, org }: Asker, id: string, managed: AskedScope['groups']): Promise<AskedScope> {
  const { rows } = await sql<{ name: string; is_active: boolean; is_managed: boolean; groups: string[] }>`
    select trim(u.first_name || ' ' || u.last_name) as name, u.deactivated_at is null as is_active,
      ${manages(actor.id, org.access)} as is_managed,
      array(select m.group_id from group_members m where m.org_id = u.org_id and m.user_id = u.id) as groups
    from users u where u.org_id = ${firm} and u.id = ${id} and u.role <> 'operator'`.execute(tx)
  const found = rows[0]
  if (!found) throw notFound('This person could not be found.')
  const isOwn = id === actor.id && managed.length > 0
  if (!found.is_active || !(found.is_managed || isOwn)) throw forbidden('You do not manage this person.')
  const groups = managed.filter((group) => found.groups.includes(group.id))
  return { key: 'user', id, name: found.name, people: sql`select ${id}::uuid as id`, isOwn, groups }
}
