import { sql } from 'kysely'
import { forbidden, notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Role } from '#core/contract/session.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import type { PersonDetail } from '../contract.ts'
import { shownPerson } from './peopleList.ts'

const noPerson = () => notFound(cannotFind('person'))

export async function personDetail(tx: Tx, id: string, { targets }: PeoplePorts): Promise<PersonDetail> {
  const { rows } = await tx.sql<Omit<PersonDetail, 'targets' | 'private_targets'>>`
    select ${shownPerson}, u.phone, u.settings, u.created_at,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]') from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
        where m.org_id = u.org_id and m.user_id = u.id) as member_of,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]') from group_managers m join groups g on g.org_id = m.org_id and g.id = m.group_id
        where m.org_id = u.org_id and m.user_id = u.id) as manager_of,
      (select count(*)::int from sessions s where s.org_id = u.org_id and s.user_id = u.id) as sessions,
      ${keysOf} as keys,
      (select p.name from sign_on_providers p join firm_domains d on d.org_id = p.org_id and d.domain = any(p.domains) and d.proved_at is not null
        where p.org_id = u.org_id and p.is_on and d.domain = split_part(u.email, '@', 2) order by p.name limit 1) as signs_on,
      exists (select 1 from sign_on_subjects s where s.org_id = u.org_id and s.user_id = u.id) as is_known_there,
      (select json_build_object('state', h.state, 'total', h.total, 'done', h.done, 'problem', h.problem, 'created_at', h.created_at)
        from hand_overs h where h.org_id = u.org_id and h.user_id = u.id order by h.created_at desc limit 1) as hand_over
    from users u where u.org_id = ${currentOrgId} and u.id = ${id}`
  if (!rows[0]) throw noPerson()
  const { targets: owned, hidden } = await targets.countShown(tx, id)
  return { ...rows[0], targets: owned, private_targets: hidden }
}

/** Keys and webhooks that the person `u` created. */
const keysOf = sql`(
  select coalesce(json_agg(json_build_object('kind', k.kind, 'name', k.name) order by k.kind, k.name), '[]') from (
    select 'api' as kind, t.name from api_tokens t where t.org_id = u.org_id and t.made_by_id = u.id and t.ends_at > now()
    union all select 'directory', t.name from scim_tokens t where t.org_id = u.org_id and t.made_by_id = u.id
    union all select 'videos', '' from video_keys t where t.org_id = u.org_id and t.made_by = u.id
    union all select 'webhook', t.url from webhooks t where t.org_id = u.org_id and t.made_by_id = u.id) k)`

export type LockedPerson = {
  id: string
  email: string
  first_name: string
  last_name: string
  phone: string
  role: Role
  settings: Record<string, number>
  is_deactivated: boolean
  is_erased: boolean
  signed_in_at: string | null
}

/**
 * Locks the person until the transaction ends. Throws 404 for anyone outside the firm. Only operators can change an
 * operator.
 */
export async function lockPerson(tx: Tx, { actor }: SignedInSession, id: string): Promise<LockedPerson> {
  const { rows } = await tx.sql<LockedPerson>`
    select u.id, u.email, u.first_name, u.last_name, u.phone, u.role, u.settings, u.deactivated_at is not null as is_deactivated, u.erased_at is not null as is_erased, u.signed_in_at
    from users u where u.org_id = ${currentOrgId} and u.id = ${id} for update`
  const person = rows[0]
  if (!person) throw noPerson()
  if (person.role === 'operator' && actor.role !== 'operator')
    throw forbidden('Only an operator can change an operator’s account.')
  return person
}

/** Returns a person as the audit log names them. */
export const subjectOf = (person: { id: string; first_name: string; last_name: string }) => ({
  id: person.id,
  name: fullNameOf(person),
})

/** Changing one's own second factor requires the password, which admin routes don't ask for. */
export const ownFactor = () => forbidden('You can change your own sign-in settings in your account.')

/**
 * Throws while someone works as another person, since they can't change account security. Source: RULINGS, section 5.
 */
export function refuseSwitched({ by }: SignedInSession): void {
  if (by) throw new Refusal('switched', 'You can’t change this while you’re working as someone else.', 403)
}
