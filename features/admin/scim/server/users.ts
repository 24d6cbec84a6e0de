// SCIM Users are the firm's people. They are changed by the same functions as in Admin, so that audit and hand-over
// apply.
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { handedStatuses } from '../../people/contract.ts'
import { deactivate, reactivate } from '../../people/server/deactivate.ts'
import { editPerson } from '../../people/server/editPerson.ts'
import { placePerson } from '../../people/server/invite.ts'
import { lockPerson, subjectOf } from '../../people/server/person.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import type { UserInput, UserRow } from './resources.ts'
import { ScimError } from './scimError.ts'

const noUser = () => notFound('There is no such User.')

/** People of the firm whom the directory hasn't deleted. Alias of users: u. */
const seen = sql`u.org_id = ${currentOrgId} and u.role <> 'operator' and not u.is_scim_gone`

export async function listUsers(
  tx: Tx,
  condition: RawBuilder<unknown>,
  { start, count }: { start: number; count: number },
): Promise<{ total: number; rows: UserRow[] }> {
  const total = await tx.sql<{ n: number }>`select count(*)::int as n from users u where ${seen} and ${condition}`
  const { rows } = await tx.sql<UserRow>`
    select u.id, u.email, u.first_name, u.last_name, u.deactivated_at is null as is_active, coalesce(u.scim_user_name, u.email) as user_name,
      u.scim_external_id as external_id, u.created_at, u.modified_at,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]') from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
        where m.org_id = u.org_id and m.user_id = u.id and g.status = 'active') as groups
    from users u where ${seen} and ${condition} order by u.id limit ${count} offset ${start - 1}`
  return { total: total.rows[0]!.n, rows }
}

export async function findUser(tx: Tx, id: string): Promise<UserRow> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw noUser()
  const { rows } = await listUsers(tx, sql`u.id = ${id}`, { start: 1, count: 1 })
  if (!rows[0]) throw noUser()
  return rows[0]
}

export async function createUser(
  tx: Tx,
  session: SignedInSession,
  input: UserInput,
  ports: PeoplePorts,
): Promise<string> {
  await refuseForeignDomain(tx, input.email)
  const gone = await tx.sql<{ id: string; is_gone: boolean }>`
    select u.id, u.is_scim_gone as is_gone from users u where u.org_id = ${currentOrgId} and lower(u.email) = ${input.email}`
  const before = gone.rows[0]
  if (before && !before.is_gone) throw new ScimError('uniqueness', 'A User with this email already exists.', 409)
  if (before) {
    // The directory deleted this person before, so the same person is reused.
    await tx.sql`update users set is_scim_gone = false where org_id = ${currentOrgId} and id = ${before.id}`
    await changeUser(tx, session, before.id, input, ports)
    return before.id
  }
  await refuseTaken(tx, input.userName, null)
  const { first_name, last_name, email } = input
  const { person } = await placePerson(tx, { first_name, last_name, email, role: 'member', groups: [] })
  await saveNames(tx, person.id, input)
  await audit(tx, session, { action: 'person.provisioned', subject: subjectOf(person), details: { email } })
  if (!input.active) await letGo(tx, session, person.id, ports)
  return person.id
}

/** Applies only values that differ, each through the function that Admin uses. */
export async function changeUser(
  tx: Tx,
  session: SignedInSession,
  id: string,
  input: UserInput,
  ports: PeoplePorts,
): Promise<void> {
  const before = await lockPerson(tx, session, id)
  if (input.email !== before.email.toLowerCase()) {
    await refuseForeignDomain(tx, input.email)
    if (before.role !== 'member')
      throw new ScimError('mutability', 'A firm admin’s email is changed in Pursuit, by a firm admin.', 403)
  }
  await refuseTaken(tx, input.userName, id)
  if (input.active && before.is_deactivated) await reactivate(tx, session, id, ports)
  const { first_name, last_name, email } = input
  if (first_name !== before.first_name || last_name !== before.last_name || email !== before.email.toLowerCase())
    await editPerson(tx, session, id, { first_name, last_name, email }, ports)
  await saveNames(tx, id, input)
  if (!input.active && !before.is_deactivated) await letGo(tx, session, id, ports)
}

/** Deactivates a person whom the directory deletes, so that their history stays, and hides them from the directory. */
export async function deleteUser(tx: Tx, session: SignedInSession, id: string, ports: PeoplePorts): Promise<void> {
  const { is_active } = await findUser(tx, id)
  if (is_active) await letGo(tx, session, id, ports)
  await tx.sql`update users set is_scim_gone = true where org_id = ${currentOrgId} and id = ${id}`
}

/**
 * Deactivates a person and hands over all targets as the firm has chosen. Without a new owner they stay until an admin
 * hands them over.
 */
async function letGo(tx: Tx, session: SignedInSession, id: string, ports: PeoplePorts): Promise<void> {
  const heir = await heirOf(tx, id)
  const hand_over = heir === null ? {} : Object.fromEntries(handedStatuses.map((status) => [status, heir]))
  await deactivate(ports).change(tx, { session, params: { id }, body: { hand_over }, by: heir ?? id })
}

/** Returns the manager of the person's first group by name if the firm has chosen so, otherwise its heir. */
async function heirOf(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.sql<{ id: string }>`
    select coalesce(
      (select b.id from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id and g.status = 'active'
        join group_managers x on x.org_id = g.org_id and x.group_id = g.id
        join users b on b.org_id = x.org_id and b.id = x.user_id and b.deactivated_at is null and b.id <> ${id}
        where o.leaves_to = 'manager' and m.org_id = o.id and m.user_id = ${id} order by g.name, b.last_name, b.first_name, b.id limit 1),
      (select h.id from users h where h.org_id = o.id and h.id = o.heir_id and h.deactivated_at is null and h.id <> ${id})) as id
    from orgs o where o.id = ${currentOrgId}`
  return rows[0]?.id ?? null
}

/** Throws for a domain that the firm hasn't verified, so that a directory can't assign other firms' email addresses. */
async function refuseForeignDomain(tx: Tx, email: string): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const { rows } = await tx.sql`
    select from firm_domains d where d.org_id = ${currentOrgId} and d.domain = ${domain} and d.proved_at is not null`
  if (rows.length === 0) throw new ScimError('invalidValue', `This firm hasn’t verified the domain ${domain}.`)
}

async function refuseTaken(tx: Tx, userName: string, exceptId: string | null): Promise<void> {
  const { rows } = await tx.sql`
    select from users u where ${seen} and u.id is distinct from ${exceptId}::uuid
      and (lower(u.scim_user_name) = lower(${userName}) or (u.scim_user_name is null and lower(u.email) = lower(${userName}))) limit 1`
  if (rows.length > 0) throw new ScimError('uniqueness', 'A User with this userName already exists.', 409)
}

async function saveNames(tx: Tx, id: string, { userName, externalId, email }: UserInput): Promise<void> {
  const name = userName.toLowerCase() === email ? null : userName
  await tx.sql`
    update users set scim_user_name = ${name}, scim_external_id = ${externalId}
    where org_id = ${currentOrgId} and id = ${id} and (scim_user_name is distinct from ${name}::text or scim_external_id is distinct from ${externalId}::text)`
}
